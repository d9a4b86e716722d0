import { randomInt } from 'node:crypto'
import { SandboxError } from '../errors.ts'
import type { Addressing, Group } from '../types.ts'
import type { Store } from './database.ts'
import type { Directory } from './directory.ts'

/** The groups and their members. */
export interface Groups {
  /**
   * Creates a group; its owner is a member and its administrator. Throws `group_invalid`, and the
   * errors of the members' numbers.
   */
  create(group: NewGroup, at: number): Group
  find(id: string): Group | undefined
  /** Throws `group_unknown`. */
  get(id: string): Group
  /** Whether a number is in a group of a different owner. */
  isInForeign(number: string, owner: string): boolean
  /** The groups of a number, oldest first. */
  ofMember(number: string): Group[]
}

export interface NewGroup {
  owner: string
  subject: string
  members: readonly string[]
  addressing: Addressing
}

interface Row {
  id: string
  subject: string
  owner: string
  addressing: Addressing
  created_at: number
}

/** WhatsApp's own limits. */
const SUBJECT_MAX = 100
const MEMBERS_MAX = 1024

export function createGroups(store: Store, directory: Directory): Groups {
  const present = (row: Row): Group => ({
    id: row.id,
    subject: row.subject,
    owner: row.owner,
    addressing: row.addressing,
    createdAt: row.created_at,
    members: store
      .all<{ number: string }>('SELECT number FROM group_member WHERE group_id = ?', row.id)
      .map(({ number }) => directory.contact(row.owner, number)),
  })

  const groups: Groups = {
    create({ owner, subject, members, addressing }, at) {
      const numbers = new Set([owner, ...members])
      if (!subject.trim() || subject.length > SUBJECT_MAX) {
        throw new SandboxError(
          'group_invalid',
          `A group's name has 1 to ${SUBJECT_MAX} characters.`,
        )
      }
      if (numbers.size < 2 || numbers.size > MEMBERS_MAX) {
        throw new SandboxError('group_invalid', `A group has 2 to ${MEMBERS_MAX} members.`)
      }
      return store.transaction(() => {
        const id = freeId()
        store.run(
          'INSERT INTO chat_group (id, subject, owner, addressing, created_at) VALUES (?, ?, ?, ?, ?)',
          id,
          subject.trim(),
          owner,
          addressing,
          at,
        )
        for (const number of numbers) {
          directory.contact(owner, number)
          store.run('INSERT INTO group_member (group_id, number) VALUES (?, ?)', id, number)
        }
        return groups.get(id)
      })
    },
    find(id) {
      const row = store.one<Row>('SELECT * FROM chat_group WHERE id = ?', id)
      return row && present(row)
    },
    get(id) {
      const group = groups.find(id)
      if (!group) throw new SandboxError('group_unknown', 'There is no group with this id.')
      return group
    },
    isInForeign: (number, owner) =>
      store.one(
        `SELECT 1 FROM group_member JOIN chat_group ON group_id = id
         JOIN phone ON phone.number = chat_group.owner
         WHERE group_member.number = ? AND phone.owner <> ?`,
        number,
        owner,
      ) !== undefined,
    ofMember: (number) =>
      store
        .all<Row>(
          `SELECT chat_group.* FROM chat_group JOIN group_member ON group_id = id
           WHERE number = ? ORDER BY created_at, id`,
          number,
        )
        .map(present),
  }

  function freeId(): string {
    for (;;) {
      const id = `120363${String(randomInt(10 ** 12)).padStart(12, '0')}@g.us`
      if (!groups.find(id)) return id
    }
  }

  return groups
}
