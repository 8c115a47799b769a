//! File of the archive, in the Parquet format: one row per line of a match. The file is verified in parts:
//! its row groups and its footer. The Parquet reader gets only bytes whose hash is in the database, so it
//! never parses foreign data.

use crate::Stored;
use crate::reader::write_ended;
use crate::writer::json;
use bytes::Bytes;
use hmac_sha256::Hash as Sha256;
use parquet::basic::{Compression, ZstdLevel};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{ChunkReader, FileReader, Length, RowGroupReader, SerializedFileReader};
use parquet::file::statistics::Statistics;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use table::StoredChair;

/// Maximum size of a part, in bytes.
const LARGEST_PART: i64 = 64 << 20;

/// Zstandard compression level.
const LEVEL: i32 = 9;

/// Error of writing or reading an archive file.
#[derive(Debug, thiserror::Error)]
pub(super) enum FileError {
    /// I/O error of the operating system.
    #[error(transparent)]
    System(#[from] io::Error),
    /// The file was changed after it was written.
    #[error("the file was changed: {0}")]
    Damaged(&'static str),
    /// Error of the Parquet library.
    #[error(transparent)]
    Parquet(#[from] ParquetError),
}

/// Hashes of a written file, as the database has them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Parts {
    /// SHA-256 of the whole file.
    pub(super) sha256: Vec<u8>,
    /// Offset of the end of each part. The last one is the end of the file.
    pub(super) ends: Vec<i64>,
    /// SHA-256 of each part.
    pub(super) hashes: Vec<Vec<u8>>,
}

/// Match without any data about its players.
pub(super) struct ArchivedMatch {
    number: i64,
    created: i64,
    finished: i64,
    seats: i64,
    dealer: i64,
    stake: Option<i64>,
    // Shared by all rows of the match.
    game: ByteArray,
    options: ByteArray,
    players: ByteArray,
    time_control: Option<ByteArray>,
    opening: Option<ByteArray>,
    seed: ByteArray,
    commitment: ByteArray,
    ended: Option<ByteArray>,
    lines: Vec<ArchivedLine>,
}

/// Line of a match, as the archive stores it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ArchivedLine {
    pub(super) text: String,
    pub(super) spent: Option<u32>,
    /// Clocks at the end of the match, in the last line only.
    pub(super) clocks: Option<String>,
    /// Hash of the whole chain, in the last line only.
    pub(super) link: Option<[u8; 16]>,
}

impl ArchivedMatch {
    /// Converts a match that finished at a time, in seconds since 1970.
    pub(super) fn new(stored: &Stored, finished: i64) -> Self {
        let record = &stored.record;
        let shared = |text: String| ByteArray::from(text.into_bytes());
        let mut lines: Vec<ArchivedLine> = stored
            .lines
            .iter()
            .zip(&stored.spent)
            .map(|(line, spent)| ArchivedLine {
                text: line.to_string(),
                spent: *spent,
                clocks: None,
                link: None,
            })
            .collect();
        if let Some(last) = lines.last_mut() {
            last.clocks = stored.clocks.as_ref().map(json);
            last.link = Some(stored.link.0);
        }
        let players: Vec<&str> = stored.chairs.iter().map(player).collect();
        Self {
            number: stored.number.0,
            created: record.created as i64,
            finished,
            seats: record.seats.into(),
            dealer: record.dealer.into(),
            stake: record.stake.map(i64::from),
            game: shared(record.game.clone()),
            options: shared(json(&record.options)),
            players: shared(json(&players)),
            time_control: record.stored_time_control().as_ref().map(json).map(shared),
            opening: record.opening.as_ref().map(json).map(shared),
            seed: shared(String::from(record.seed)),
            commitment: shared(record.seed.commitment().to_string()),
            ended: stored.ended.map(write_ended).map(shared),
            lines,
        }
    }
}

/// Returns the text of the archive's player column: the name of a bot, `person`, or `nobody` for an open chair.
fn player(chair: &StoredChair) -> &str {
    match chair {
        StoredChair::Open => "nobody",
        StoredChair::Person { .. } => "person",
        StoredChair::Bot { bot, .. } => bot,
    }
}

/// Value of a column in a row.
enum Value {
    Number(Option<i64>),
    Text(Option<ByteArray>),
}

/// Column: its declaration in Parquet, and its value for a line of a match.
type Column = (&'static str, fn(&ArchivedMatch, usize) -> Value);
const COLUMNS: [Column; 19] = [
    ("required int64 match", |of, _| Value::Number(Some(of.number))),
    ("required binary game (STRING)", |of, _| Value::Text(Some(of.game.clone()))),
    ("required binary options (STRING)", |of, _| Value::Text(Some(of.options.clone()))),
    ("required int64 seats", |of, _| Value::Number(Some(of.seats))),
    ("required binary players (STRING)", |of, _| Value::Text(Some(of.players.clone()))),
    ("required int64 dealer", |of, _| Value::Number(Some(of.dealer))),
    ("optional int64 stake", |of, _| Value::Number(of.stake)),
    ("optional binary time_control (STRING)", |of, _| Value::Text(of.time_control.clone())),
    ("required binary seed (STRING)", |of, _| Value::Text(Some(of.seed.clone()))),
    ("required binary commitment (STRING)", |of, _| Value::Text(Some(of.commitment.clone()))),
    ("optional binary opening (STRING)", |of, _| Value::Text(of.opening.clone())),
    ("required int64 created (TIMESTAMP(MILLIS,true))", |of, _| Value::Number(Some(1000 * of.created))),
    ("required int64 finished (TIMESTAMP(MILLIS,true))", |of, _| Value::Number(Some(1000 * of.finished))),
    ("optional binary ended (STRING)", |of, _| Value::Text(of.ended.clone())),
    ("required int64 sequence", |_, line| Value::Number(Some(line as i64))),
    ("required binary text (STRING)", |of, line| Value::Text(Some(of.lines[line].text.as_str().into()))),
    ("optional int64 spent", |of, line| Value::Number(of.lines[line].spent.map(i64::from))),
    ("optional binary clocks (STRING)", |of, line| {
        Value::Text(of.lines[line].clocks.as_deref().map(ByteArray::from))
    }),
    ("optional binary link", |of, line| {
        Value::Text(of.lines[line].link.map(|link| ByteArray::from(link.to_vec())))
    }),
];

/// Writes matches to a file, in the order of their numbers, with `group` lines per row group, and reads the
/// file back. The file is complete or does not exist.
pub(super) fn write(
    folder: &Path,
    name: &str,
    matches: &[ArchivedMatch],
    group: usize,
) -> Result<Parts, FileError> {
    let chance = getrandom::u64().map_err(io::Error::other)?;
    let unfinished = folder.join(format!("{name}.{chance:016x}"));
    let path = folder.join(name);
    let written = write_rows(&unfinished, groups(matches, group))
        .and_then(|ends| std::fs::rename(&unfinished, &path).map(|()| ends).map_err(FileError::from));
    if written.is_err() {
        // The file may not exist.
        let _ = std::fs::remove_file(&unfinished);
    }
    let ends = written?;
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    let bytes = Bytes::from(std::fs::read(&path)?);
    let sha256 = Sha256::hash(&bytes).to_vec();
    let hashes = pieces(&ends, bytes.len() as u64)?.map(|part| Sha256::hash(&bytes[part]).to_vec()).collect();
    let reader = SerializedFileReader::new(Verified { length: bytes.len() as u64, parts: vec![(0, bytes)] })?;
    for (group, matches) in groups(matches, group).enumerate() {
        let lines = matches.iter().flat_map(|of| &of.lines);
        if !read_group(&reader, group, None)?.iter().eq(lines) {
            return Err(FileError::Damaged("the lines differ"));
        }
    }
    Ok(Parts { sha256, ends, hashes })
}

/// Splits matches into row groups.
fn groups(matches: &[ArchivedMatch], lines: usize) -> impl Iterator<Item = &[ArchivedMatch]> {
    let mut sum = 0;
    matches.chunk_by(move |last, _| {
        sum += last.lines.len();
        let has_room = sum < lines;
        sum *= usize::from(has_room);
        has_room
    })
}

/// Writes the row groups. Returns the end of each, and the end of the file.
fn write_rows<'a>(
    path: &Path,
    groups: impl Iterator<Item = &'a [ArchivedMatch]>,
) -> Result<Vec<i64>, FileError> {
    let columns: Vec<String> = COLUMNS.iter().map(|(column, _)| format!("{column};")).collect();
    let schema = parse_message_type(&format!("message lines {{ {} }}", columns.concat()))?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
        .set_statistics_enabled(EnabledStatistics::None)
        .set_column_statistics_enabled(ColumnPath::from("match"), EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .build();
    let file = File::options().write(true).create_new(true).open(path)?;
    let mut writer = SerializedFileWriter::new(&file, Arc::new(schema), Arc::new(properties))?;
    for matches in groups {
        let mut group = writer.next_row_group()?;
        for (_, value) in COLUMNS {
            let mut column = group.next_column()?.ok_or(FileError::Damaged("a column is missing"))?;
            let values = matches.iter().flat_map(|of| (0..of.lines.len()).map(move |line| value(of, line)));
            write_column(column.untyped(), values)?;
            column.close()?;
        }
        group.close()?;
    }
    let metadata = writer.close()?;
    file.sync_all()?;
    let end_of = |group: &RowGroupMetaData| {
        group
            .columns()
            .iter()
            .map(|column| column.byte_range())
            .map(|(start, length)| (start + length) as i64)
            .max()
    };
    let groups = metadata.row_groups().iter().filter_map(end_of);
    Ok(groups.chain([file.metadata()?.len() as i64]).collect())
}

fn write_column(column: &mut ColumnWriter<'_>, values: impl Iterator<Item = Value>) -> ParquetResult<usize> {
    let (mut levels, mut numbers, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    for value in values {
        let is_there = match value {
            Value::Number(number) => {
                numbers.extend(number);
                number.is_some()
            }
            Value::Text(text) => {
                let is_there = text.is_some();
                texts.extend(text);
                is_there
            }
        };
        levels.push(i16::from(is_there));
    }
    match column {
        ColumnWriter::Int64ColumnWriter(column) => column.write_batch(&numbers, Some(&levels), None),
        ColumnWriter::ByteArrayColumnWriter(column) => column.write_batch(&texts, Some(&levels), None),
        _ => Err(ParquetError::General("there is no such column".to_owned())),
    }
}

/// Checks the hash of the whole file.
pub(super) fn check(path: &Path, sha256: &[u8]) -> Result<(), FileError> {
    let (mut file, mut hash, mut buffer) = (File::open(path)?, Sha256::new(), vec![0; 1 << 16]);
    while let length @ 1.. = file.read(&mut buffer)? {
        hash.update(&buffer[..length]);
    }
    if hash.finalize()[..] == *sha256 { Ok(()) } else { Err(FileError::Damaged("the hash differs")) }
}

/// Reads the lines of a match from its row group.
pub(super) fn read(
    path: &Path,
    ends: &[i64],
    hashes: &[Vec<u8>],
    number: i64,
) -> Result<Vec<ArchivedLine>, FileError> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let pieces: Vec<Range<usize>> = pieces(ends, length)?.collect();
    let mut piece = |index: usize| {
        let (Some(piece), Some(hash)) = (pieces.get(index), hashes.get(index)) else {
            return Err(FileError::Damaged("the parts differ"));
        };
        let mut bytes = vec![0; piece.len()];
        file.seek(SeekFrom::Start(piece.start as u64))?;
        file.read_exact(&mut bytes)?;
        if Sha256::hash(&bytes)[..] != hash[..] {
            return Err(FileError::Damaged("the hash differs"));
        }
        Ok((piece.start as u64, Bytes::from(bytes)))
    };
    let last = piece(pieces.len() - 1)?;
    let reader = SerializedFileReader::new(Verified { length, parts: vec![last.clone()] })?;
    let has = |group: &RowGroupMetaData| match group.column(0).statistics() {
        Some(Statistics::Int64(numbers)) => {
            numbers.min_opt() <= Some(&number) && Some(&number) <= numbers.max_opt()
        }
        _ => false,
    };
    let group = reader
        .metadata()
        .row_groups()
        .iter()
        .position(has)
        .ok_or(FileError::Damaged("the match is missing"))?;
    let reader = SerializedFileReader::new(Verified { length, parts: vec![last, piece(group)?] })?;
    read_group(&reader, group, Some(number))
}

/// Returns the ranges of the parts, if they fit a file of this length.
fn pieces(ends: &[i64], length: u64) -> Result<impl Iterator<Item = Range<usize>>, FileError> {
    let pieces = [0].into_iter().chain(ends.iter().copied()).zip(ends.iter().copied());
    let is_sound = pieces.clone().all(|(start, end)| (1..=LARGEST_PART).contains(&(end - start)));
    if !is_sound || ends.last().map(|end| end.unsigned_abs()) != Some(length) {
        return Err(FileError::Damaged("the length differs"));
    }
    Ok(pieces.map(|(start, end)| start as usize..end as usize))
}

/// Reads the lines of a match from a row group. Without a number it reads all lines.
fn read_group(
    reader: &dyn FileReader,
    group: usize,
    number: Option<i64>,
) -> Result<Vec<ArchivedLine>, FileError> {
    let group = reader.get_row_group(group)?;
    let rows = usize::try_from(group.metadata().num_rows()).map_err(|_| FileError::Damaged("no rows"))?;
    let rows = match number {
        None => 0..rows,
        Some(number) => {
            let numbers = read_column::<Int64Type>(&*group, "match", 0..rows)?;
            numbers.partition_point(|other| *other < Some(number))
                ..numbers.partition_point(|other| *other <= Some(number))
        }
    };
    let spent = read_column::<Int64Type>(&*group, "spent", rows.clone())?;
    let bytes_of = |column| {
        let texts = read_column::<ByteArrayType>(&*group, column, rows.clone())?;
        Ok::<_, FileError>(texts.into_iter().map(|text| text.map(|text| text.data().to_vec())))
    };
    let (texts, clocks, links) = (bytes_of("text")?, bytes_of("clocks")?, bytes_of("link")?);
    let strange = || FileError::Damaged("a line differs");
    let text_of = |bytes: Vec<u8>| String::from_utf8(bytes).map_err(|_| strange());
    texts
        .zip(spent)
        .zip(clocks.zip(links))
        .map(|((text, spent), (clocks, link))| {
            Ok(ArchivedLine {
                text: text.ok_or_else(strange).and_then(text_of)?,
                spent: spent.and_then(|spent| u32::try_from(spent).ok()),
                clocks: clocks.map(text_of).transpose()?,
                link: link.map(|link| link.try_into().map_err(|_| strange())).transpose()?,
            })
        })
        .collect()
}

/// Reads a column of these rows.
fn read_column<T: DataType>(
    group: &dyn RowGroupReader,
    name: &str,
    rows: Range<usize>,
) -> Result<Vec<Option<T::T>>, FileError> {
    let missing = FileError::Damaged("a column is missing");
    let columns = group.metadata().schema_descr().columns();
    let Some(index) = columns.iter().position(|column| column.name() == name) else { return Err(missing) };
    let Some(mut reader) = T::get_column_reader(group.get_column_reader(index)?) else { return Err(missing) };
    let skipped = reader.skip_records(rows.start)?;
    let (mut levels, mut values) = (Vec::new(), Vec::new());
    let (read, ..) = reader.read_records(rows.len(), Some(&mut levels), None, &mut values)?;
    if (skipped, read) != (rows.start, rows.len()) {
        return Err(FileError::Damaged("a row is missing"));
    }
    if columns[index].max_def_level() == 0 {
        return Ok(values.into_iter().map(Some).collect());
    }
    let mut values = values.into_iter();
    Ok(levels.iter().map(|level| if *level == 0 { None } else { values.next() }).collect())
}

/// Verified parts of a file. Nothing else can be read.
struct Verified {
    length: u64,
    /// Parts of the file with their offsets.
    parts: Vec<(u64, Bytes)>,
}

impl Length for Verified {
    fn len(&self) -> u64 {
        self.length
    }
}

impl ChunkReader for Verified {
    type T = Cursor<Bytes>;

    fn get_read(&self, start: u64) -> ParquetResult<Self::T> {
        let from = |(at, bytes): &(u64, Bytes)| {
            let from = usize::try_from(start.checked_sub(*at)?).ok()?;
            (from < bytes.len()).then(|| Cursor::new(bytes.slice(from..)))
        };
        self.parts.iter().find_map(from).ok_or_else(|| ParquetError::EOF("not a verified part".to_owned()))
    }

    fn get_bytes(&self, start: u64, length: usize) -> ParquetResult<Bytes> {
        let rest = self.get_read(start)?.into_inner();
        if length > rest.len() {
            return Err(ParquetError::EOF("beyond the verified part".to_owned()));
        }
        Ok(rest.slice(..length))
    }
}
