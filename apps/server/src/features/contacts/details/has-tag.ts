import { type SqlBool, sql } from 'kysely'
import { searchableName } from '../../../platform/search-text.ts'

/**
 * SQL: whether the contact with a number, as the network writes it, has the tag of this name; by
 * the columns with the workspace and the number. Reads few rows by their indexes.
 */
export function hasTag(name: string, columns: { workspaceId: string; number: string }) {
  const workspaceId = sql.ref(columns.workspaceId)
  const number = sql.ref(columns.number)
  const isTagged = sql`exists (
    select 1 from tag_members
    join contact_tags on contact_tags.id = tag_members.tag_id
    where tag_members.contact_id = contacts.id and contact_tags.erasing = 0
      and contact_tags.name_key = ${searchableName(name)}
  )`
  // With one condition on the workspace, SQLite would read all of its contacts.
  return sql<SqlBool>`(exists (
    select 1 from contacts
    where contacts.user_id = ${workspaceId} and contacts.phone_number = ${number} and ${isTagged}
  ) or exists (
    select 1 from contacts
    where contacts.user_id = ${workspaceId} and contacts.network_number = ${number} and ${isTagged}
  ))`
}
