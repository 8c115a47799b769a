//! Test of the threads. They are global, so the test has its own program.

use dds_c::layout::DdsInfo;
use dds_c::*;
use std::ffi::c_char;
use std::mem::MaybeUninit;

fn info() -> DdsInfo {
    let mut info = MaybeUninit::new(DdsInfo::default());
    GetDDSInfo(Some(&mut info));
    #[expect(unsafe_code, reason = "initialized two lines above")]
    let info = unsafe { info.assume_init() };
    info
}

fn string(text: &[c_char]) -> String {
    text.iter().take_while(|byte| **byte != 0).map(|&byte| char::from(byte as u8)).collect()
}

#[test]
fn the_library_describes_itself_and_its_threads() {
    GetDDSInfo(None);
    SetMaxThreads(3);
    let first = info();
    assert_eq!((first.major, first.minor, first.patch), (2, 9, 0));
    assert_eq!(string(&first.version_string), "2.9.0");
    assert_eq!((first.num_bits, first.threading, first.no_of_threads), (usize::BITS as i32, 5, 3));
    assert!(first.num_cores >= 1);
    assert!(string(&first.system_string).contains("Threads: 3"));
    assert_eq!(first.system == 3, cfg!(target_os = "linux"));
    // Another kind of threads is missing and changes nothing.
    for code in [-1, 1, 2, 3, 4, 6, 9] {
        assert_eq!(SetThreading(code), -104, "{code}");
    }
    assert_eq!(info(), first);
    assert_eq!(SetThreading(0), 1);
    assert_eq!((info().threading, info().no_of_threads), (0, 1));
    assert_eq!(SetThreading(5), 1);
    assert_eq!(info(), first);
    let mut line = [MaybeUninit::new(0); 80];
    ErrorMessage(-104, Some(&mut line));
    #[expect(unsafe_code, reason = "initialized two lines above")]
    let line = line.map(|byte| unsafe { byte.assume_init() });
    assert_eq!(string(&line), "Multi-threading system not present");
}
