import type { Core } from '../core.ts'
import { decryptFile } from '../media/media-crypto.ts'
import type { ChatKey, MessageRow } from '../store/messages.ts'
import type {
  ChatPlace,
  Group,
  MemberReceipt,
  MessageKind,
  MessageMark,
  MessageStatus,
  PresenceState,
  StoredMessage,
} from '../types.ts'
import { expirationOf } from '../weather/disappearing.ts'
import { pollOf } from './answers.ts'

/** Converts stored rows to public values, and emits events after the commit. */
export interface Presenter {
  message(row: MessageRow): StoredMessage
  announceMessage(row: MessageRow): void
  announceStatus(row: MessageRow, status: MessageStatus): void
  announceMark(row: MessageRow, mark: MessageMark): void
  announceAvailability(phone: string, available: boolean): void
  announcePhone(number: string): void
  announceWeather(phone: string): void
  announcePresence(chat: ChatKey, state: PresenceState): void
  /** Emits the event for each of its phones. */
  announceGroup(group: Group): void
}

export function createPresenter(core: Core): Presenter {
  const { store, phones, deliveries, files, events, report } = core
  const presenter: Presenter = {
    message: (row) => ({
      ...timerIn(row),
      id: row.id,
      position: row.seq,
      direction: row.direction,
      kind: visibleKind(row),
      text: row.text,
      ...(row.mark && { mark: row.mark }),
      at: row.at,
      status: row.status,
      copies: row.copies,
      addressing: row.addressing,
      ...optionsIn(row),
      author: row.author ?? (row.direction === 'to-contact' ? row.phone : row.contact),
      ...(row.author === row.phone && { receipts: deliveries.of(row.seq).map(presentReceipt) }),
      ...(row.media && { media: presentMedia(row.media) }),
    }),
    announceMessage(row) {
      if (row.kind === 'protocol') return
      announce(() => events.emit('message', { ...place(row), message: presenter.message(row) }))
    },
    announceStatus(row, status) {
      const { id, direction } = row
      announce(() => events.emit('status', { ...place(row), id, direction, status }))
    },
    announceMark: (row, mark) =>
      announce(() => events.emit('mark', { ...place(row), id: row.id, mark })),
    announceAvailability(phone, available) {
      const { owner } = phones.get(phone)
      announce(() => events.emit('availability', { owner, phone, available }))
    },
    announcePhone(number) {
      announce(() => {
        // The phone may have been removed before its last connection closes.
        const phone = phones.find(number)
        if (phone) events.emit('phone', phone)
      })
    },
    announceWeather(phone) {
      const { owner } = phones.get(phone)
      announce(() => events.emit('weather', { owner, phone, report: core.weather.report(phone) }))
    },
    announcePresence: (chat, state) =>
      announce(() => events.emit('presence', { ...place(chat), state })),
    announceGroup(group) {
      for (const { number } of group.members) {
        const owner = phones.find(number)?.owner
        if (owner) announce(() => events.emit('group', { owner, phone: number, group }))
      }
    },
  }

  const place = ({ phone, contact }: ChatKey): ChatPlace => ({
    owner: phones.get(phone).owner,
    phone,
    contact,
  })

  /** A listener that throws must not stop the network or other listeners of this commit. */
  function announce(emit: () => void): void {
    store.afterCommit(() => {
      try {
        emit()
      } catch (error) {
        report(error instanceof Error ? error : new Error(String(error)))
      }
    })
  }

  function presentMedia(media: NonNullable<MessageRow['media']>) {
    return {
      mime: media.mime,
      ...(media.fileName === undefined ? {} : { fileName: media.fileName }),
      fileSize: media.fileSize,
      intact: media.intact,
      read: async () => decryptFile(await files.read(media.directPath), media),
    }
  }

  return presenter
}

function optionsIn({ kind, content }: MessageRow): Pick<StoredMessage, 'options'> {
  const options = kind === 'poll' ? pollOf(content)?.options : undefined
  return options === undefined ? {} : { options }
}

function timerIn({ content }: MessageRow): Pick<StoredMessage, 'expiration'> {
  const expiration = expirationOf(content)
  return expiration === undefined ? {} : { expiration }
}

const presentReceipt = ({ member, status, copies }: MemberReceipt): MemberReceipt => ({
  member,
  status,
  copies,
})

const visibleKind = (row: MessageRow): MessageKind => (row.kind === 'protocol' ? 'other' : row.kind)
