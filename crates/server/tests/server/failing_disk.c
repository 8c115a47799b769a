/* Disk that can be made to fail: the files "fsync" and "full" in the folder PARLOUR_TEST_DISK select how. With the file
   "kill" the process is killed when the next data is on the disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_told(const char *how) {
    const char *folder = getenv("PARLOUR_TEST_DISK");
    char path[4096];
    if (folder == NULL) return 0;
    snprintf(path, sizeof path, "%s/%s", folder, how);
    return access(path, F_OK) == 0;
}

/* Sockets and pipes are not on the disk. */
static int is_file(int fd) {
    struct stat status;
    return fd > 2 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

#define NEXT(name) ((__typeof__(&name)) dlsym(RTLD_NEXT, #name))
#define FAIL(how, error) if (is_file(fd) && is_told(how)) { errno = error; return -1; }

static int synced(int fd, int result) {
    if (result == 0 && is_file(fd) && is_told("kill")) kill(getpid(), SIGKILL);
    return result;
}

int fsync(int fd) { FAIL("fsync", EIO) return synced(fd, NEXT(fsync)(fd)); }
int fdatasync(int fd) { FAIL("fsync", EIO) return synced(fd, NEXT(fdatasync)(fd)); }
ssize_t write(int fd, const void *bytes, size_t count) { FAIL("full", ENOSPC) return NEXT(write)(fd, bytes, count); }
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) { FAIL("full", ENOSPC) return NEXT(pwrite)(fd, bytes, count, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) { FAIL("full", ENOSPC) return NEXT(pwrite64)(fd, bytes, count, at); }
int fallocate(int fd, int mode, off_t at, off_t count) { FAIL("full", ENOSPC) return NEXT(fallocate)(fd, mode, at, count); }
