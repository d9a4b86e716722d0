/** Times are epoch milliseconds. Keys are raw 32-byte Curve25519 values. */
const FIRST = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE account (
  number TEXT PRIMARY KEY,
  lid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  registered INTEGER,
  online INTEGER NOT NULL DEFAULT 1,
  reads INTEGER NOT NULL DEFAULT 1,
  refusal INTEGER,
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
  next_device INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;

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
  UNIQUE (phone, contact, direction, id)
) STRICT;
CREATE INDEX message_chat ON message (phone, contact, seq);
CREATE INDEX message_due ON message (due_at) WHERE due_at IS NOT NULL;
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
`

/** A message in a group has the group's id as its contact, and an author; others have none. */
const GROUPS = `
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

ALTER TABLE message ADD COLUMN author TEXT;

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
`

/**
 * Names and behaviour of contacts become per owner, because several owners may write to the same
 * number. Existing settings go to the owners who have written to the contact; generated names are
 * dropped.
 */
const CONTACTS_OF_OWNERS = `
CREATE TABLE contact (
  owner TEXT NOT NULL,
  number TEXT NOT NULL,
  name TEXT,
  registered INTEGER,
  online INTEGER NOT NULL DEFAULT 1,
  reads INTEGER NOT NULL DEFAULT 1,
  refusal INTEGER,
  PRIMARY KEY (owner, number)
) STRICT, WITHOUT ROWID;

INSERT INTO contact (owner, number, registered, online, reads, refusal)
  SELECT DISTINCT phone.owner, account.number, account.registered, account.online, account.reads, account.refusal
  FROM account
  JOIN (
    SELECT phone, contact FROM message
    UNION SELECT chat_group.owner, group_member.number FROM group_member JOIN chat_group ON id = group_id
  ) AS met ON met.contact = account.number
  JOIN phone ON phone.number = met.phone
  WHERE account.registered IS NOT NULL OR account.online = 0 OR account.reads = 0
    OR account.refusal IS NOT NULL;

ALTER TABLE phone ADD COLUMN name TEXT NOT NULL DEFAULT '';
UPDATE phone SET name = (SELECT name FROM account WHERE account.number = phone.number);
CREATE INDEX phone_owner ON phone (owner);

ALTER TABLE account DROP COLUMN name;
ALTER TABLE account DROP COLUMN registered;
ALTER TABLE account DROP COLUMN online;
ALTER TABLE account DROP COLUMN reads;
ALTER TABLE account DROP COLUMN refusal;
`

/** Allows counting messages with pictures by owner. */
const PICTURES = `
CREATE INDEX message_picture ON message (phone) WHERE media IS NOT NULL AND direction = 'from-contact';
`

/** The weather of a phone is JSON, null while it is calm. */
const WEATHER = `
ALTER TABLE phone ADD COLUMN weather TEXT;
ALTER TABLE phone ADD COLUMN weather_since INTEGER NOT NULL DEFAULT 0;
ALTER TABLE phone ADD COLUMN weather_struck INTEGER NOT NULL DEFAULT 0;

CREATE TABLE weather_change (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  phone TEXT NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL
) STRICT;
CREATE INDEX weather_change_phone ON weather_change (phone, seq);
`

/** After how many seconds the messages of a chat disappear. */
const CHAT_TIMERS = `
CREATE TABLE chat_timer (
  phone TEXT NOT NULL,
  contact TEXT NOT NULL,
  seconds INTEGER NOT NULL,
  PRIMARY KEY (phone, contact)
) STRICT, WITHOUT ROWID;
`

/** What became of a message after it was written, or of a call. */
const MARKS = `
ALTER TABLE message ADD COLUMN mark TEXT;
`

/** Of whom the network tells no number. */
const HIDDEN_NUMBERS = `
ALTER TABLE contact ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
`

/** By which people are known who show no number; empty for none. */
const USERNAMES = `
ALTER TABLE contact ADD COLUMN username TEXT NOT NULL DEFAULT '';
`

/** The migration from each version of a data folder to the next; an empty folder has version 0. */
export const SCHEMA_STEPS = [
  FIRST,
  GROUPS,
  CONTACTS_OF_OWNERS,
  PICTURES,
  WEATHER,
  CHAT_TIMERS,
  MARKS,
  HIDDEN_NUMBERS,
  USERNAMES,
] as const
