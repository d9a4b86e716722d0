import {
  addPersonNote,
  fillText,
  loadChatContact,
  type PersonNote,
  removePersonNote,
} from '@kirim/contract/chat-contact'
import { listChatPeople } from '@kirim/contract/chat-people'
import { MESSAGE_MAX_LENGTH } from '@kirim/contract/outgoing'
import { renderTemplate } from '@kirim/message-template/render'
import { seededRandom } from '@kirim/message-template/seeded-random'
import { findAuthors } from '../../../platform/authors.ts'
import type { Sight } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import { cutText } from '../../../platform/cut-text.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import { shownOf } from '../../../platform/hidden-numbers/shown-to.ts'
import type { Route } from '../../../platform/http/routes.ts'
import { newId } from '../../../platform/ids.ts'
import type { ChatRow } from '../chats.ports.ts'
import type { ChatListsRepository } from '../list/chat-lists.repository.ts'
import { type PresentDeps, presentChats } from '../list/present-chats.ts'
import type { PersonPort } from './contact.ports.ts'
import { createPersonNotes, type StoredNote } from './person-notes.repository.ts'

interface ContactRoutesDeps extends PresentDeps {
  readonly db: Db
  readonly clock: Clock
  readonly lists: Pick<ChatListsRepository, 'find' | 'ofPerson'>
  readonly person: PersonPort
}

const OTHER_CHATS_MAX = 20

/** The person of a chat, as those see them who see the chat. */
export function contactRoutes(route: Route, deps: ContactRoutesDeps): void {
  const { db, clock, lists, person } = deps
  const notes = createPersonNotes(db)

  async function require(sight: Sight, id: string): Promise<ChatRow> {
    const chat = await lists.find(sight, id)
    if (!chat) throw new DomainError('chat_not_found')
    return chat
  }

  async function presentNotes(
    workspaceId: string,
    stored: readonly StoredNote[],
  ): Promise<PersonNote[]> {
    const writers = stored.map(({ personId }) => personId)
    const authorOf = await findAuthors(deps.namesOf, workspaceId, writers)
    return stored.map(({ id, text, at, personId }) => ({
      id,
      text,
      at: new Date(at).toISOString(),
      author: authorOf(personId) ?? null,
    }))
  }

  route(loadChatContact, async ({ caller, params }) => {
    const chat = await require(caller, params.id)
    const isPerson = chat.kind === 'individual'
    const others = isPerson ? await lists.ofPerson(caller, chat, OTHER_CHATS_MAX) : []
    const consent = isPerson ? await person.consentOf(caller, chat) : NO_CONSENT
    return shownOf(caller, chat.number, {
      sheet: isPerson && chat.number ? await person.sheetOf(caller, chat.number) : null,
      ...consent,
      otherChats: await presentChats(deps, caller.workspaceId, others),
      notes: await presentNotes(caller.workspaceId, await notes.list(chat)),
    })
  })

  route(addPersonNote, async ({ caller, params, body }) => {
    const chat = await require(caller, params.id)
    const note = { id: newId(), personId: caller.personId, text: body.text, at: clock.now() }
    await notes.add(chat, note)
    const [shown] = await presentNotes(caller.workspaceId, [note])
    return shown as PersonNote
  })

  route(removePersonNote, async ({ caller, params }) => {
    await notes.remove(await require(caller, params.id), params.noteId)
    return undefined
  })

  route(fillText, async ({ caller, params, body }) => {
    const chat = await require(caller, params.id)
    const { name, fields } = await person.readingOf(caller.workspaceId, chat.number)
    const context = {
      now: clock.now(),
      timeZone: body.timeZone ?? 'UTC',
      locale: body.language,
      name,
      waName: chat.kind === 'individual' ? chat.name : '',
      meWaName: await person.numberName(chat.device_id),
      fields,
    }
    const filled = renderTemplate(body.text, context, seededRandom(newId()))
    return { text: cutText(shownOf(caller, chat.number, filled), MESSAGE_MAX_LENGTH) }
  })

  route(listChatPeople, ({ caller }) => person.teamOf(caller.workspaceId))
}

const NO_CONSENT = { isOptedOut: false, changes: [] }
