/** The version of a data folder with this schema. */
export const SCHEMA_VERSION = 9

/**
 * From a version to the next, as far back as installations exist: of 25 November 2026. Folders of
 * versions before are refused.
 */
export const SCHEMA_STEPS: ReadonlyMap<number, string> = new Map([
  [7, 'ALTER TABLE contact ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0'],
  [8, "ALTER TABLE contact ADD COLUMN username TEXT NOT NULL DEFAULT ''"],
])

/**
 * Times are epoch milliseconds. Keys are raw 32-byte Curve25519 values. The weather of a phone is
 * JSON, null while it is calm. A message in a group has the group's id as its contact, and an
 * author; others have none.
 */
export const SCHEMA = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE account (
  number TEXT PRIMARY KEY,
  lid TEXT NOT NULL UNIQUE,
  registration_id INTEGER,
  identity_private BLOB,
  identity_public BLOB,
  signed_private BLOB,
  signed_public BLOB,
  signed_signature BLOB,
  next_prekey INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;

CREATE TABLE account_prekey (
  number TEXT NOT NULL,
  key_id INTEGER NOT NULL,
  private BLOB NOT NULL,
  public BLOB NOT NULL,
  PRIMARY KEY (number, key_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE phone (
  number TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  offline INTEGER NOT NULL DEFAULT 0,
  next_device INTEGER NOT NULL DEFAULT 1,
  name TEXT NOT NULL DEFAULT '',
  weather TEXT,
  weather_since INTEGER NOT NULL DEFAULT 0,
  weather_struck INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX phone_owner ON phone (owner);

CREATE TABLE companion (
  phone TEXT NOT NULL,
  device INTEGER NOT NULL,
  noise_key BLOB NOT NULL UNIQUE,
  identity BLOB NOT NULL,
  registration_id INTEGER NOT NULL,
  signed_id INTEGER NOT NULL,
  signed_public BLOB NOT NULL,
  signed_signature BLOB NOT NULL,
  linked_at INTEGER NOT NULL,
  bootstrapped INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (phone, device)
) STRICT, WITHOUT ROWID;

CREATE TABLE companion_prekey (
  phone TEXT NOT NULL,
  device INTEGER NOT NULL,
  key_id INTEGER NOT NULL,
  public BLOB NOT NULL,
  PRIMARY KEY (phone, device, key_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE session (
  number TEXT NOT NULL,
  phone TEXT NOT NULL,
  device INTEGER NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (number, phone, device)
) STRICT, WITHOUT ROWID;

CREATE TABLE message (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  phone TEXT NOT NULL,
  contact TEXT NOT NULL,
  direction TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  media TEXT,
  content BLOB NOT NULL,
  at INTEGER NOT NULL,
  status TEXT NOT NULL,
  copies INTEGER NOT NULL DEFAULT 1,
  addressing TEXT NOT NULL,
  due_at INTEGER,
  author TEXT,
  mark TEXT,
  UNIQUE (phone, contact, direction, id)
) STRICT;
CREATE INDEX message_chat ON message (phone, contact, seq);
CREATE INDEX message_due ON message (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX message_picture ON message (phone) WHERE media IS NOT NULL AND direction = 'from-contact';
CREATE INDEX message_waiting ON message (contact, status) WHERE direction = 'to-contact' AND status <> 'read';

CREATE TABLE undecrypted (
  phone TEXT NOT NULL,
  contact TEXT NOT NULL,
  id TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  PRIMARY KEY (phone, contact, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE queue (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  phone TEXT NOT NULL,
  device INTEGER NOT NULL,
  class TEXT NOT NULL,
  id TEXT NOT NULL,
  peer TEXT NOT NULL,
  kind TEXT NOT NULL,
  stanza BLOB NOT NULL
) STRICT;
CREATE INDEX queue_device ON queue (phone, device, class, id);

CREATE TABLE contact (
  owner TEXT NOT NULL,
  number TEXT NOT NULL,
  name TEXT,
  registered INTEGER,
  online INTEGER NOT NULL DEFAULT 1,
  reads INTEGER NOT NULL DEFAULT 1,
  refusal INTEGER,
  hidden INTEGER NOT NULL DEFAULT 0,
  username TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (owner, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE chat_group (
  id TEXT PRIMARY KEY,
  subject TEXT NOT NULL,
  owner TEXT NOT NULL,
  addressing TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE group_member (
  group_id TEXT NOT NULL,
  number TEXT NOT NULL,
  PRIMARY KEY (group_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX group_member_number ON group_member (number);

CREATE TABLE group_delivery (
  seq INTEGER NOT NULL,
  member TEXT NOT NULL,
  status TEXT NOT NULL,
  copies INTEGER NOT NULL DEFAULT 1,
  due_at INTEGER,
  PRIMARY KEY (seq, member)
) STRICT, WITHOUT ROWID;
CREATE INDEX group_delivery_due ON group_delivery (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX group_delivery_waiting ON group_delivery (member, status) WHERE status <> 'read';

CREATE TABLE sender_key (
  group_id TEXT NOT NULL,
  holder TEXT NOT NULL,
  author TEXT NOT NULL,
  device INTEGER NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (group_id, holder, author, device)
) STRICT, WITHOUT ROWID;

CREATE TABLE sender_key_given (
  group_id TEXT NOT NULL,
  author TEXT NOT NULL,
  phone TEXT NOT NULL,
  device INTEGER NOT NULL,
  PRIMARY KEY (group_id, author, phone, device)
) STRICT, WITHOUT ROWID;

CREATE TABLE weather_change (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  phone TEXT NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL
) STRICT;
CREATE INDEX weather_change_phone ON weather_change (phone, seq);

CREATE TABLE chat_timer (
  phone TEXT NOT NULL,
  contact TEXT NOT NULL,
  seconds INTEGER NOT NULL,
  PRIMARY KEY (phone, contact)
) STRICT, WITHOUT ROWID;
`
