import type { Core } from '../core.ts'
import { openFile } from '../media/media-crypto.ts'
import type { ChatKey, MessageRow } from '../store/messages.ts'
import type { ChatPlace, MessageKind, MessageStatus, StoredMessage } from '../types.ts'

/** Shows what is stored to those outside: as values, and as events after the commit. */
export interface Presenter {
  message(row: MessageRow): StoredMessage
  announceMessage(row: MessageRow): void
  announceStatus(row: MessageRow, status: MessageStatus): void
  announcePhone(number: string): void
  place(chat: ChatKey): ChatPlace
}

export function createPresenter({ store, phones, files, events }: Core): Presenter {
  const presenter: Presenter = {
    message: (row) => ({
      id: row.id,
      position: row.seq,
      direction: row.direction,
      kind: visibleKind(row),
      text: row.text,
      at: row.at,
      status: row.status,
      copies: row.copies,
      addressing: row.addressing,
      ...(row.media && { media: presentMedia(row.media) }),
    }),
    announceMessage(row) {
      if (row.kind === 'protocol') return
      store.afterCommit(() =>
        events.emit('message', { ...presenter.place(row), message: presenter.message(row) }),
      )
    },
    announceStatus(row, status) {
      store.afterCommit(() =>
        events.emit('status', {
          ...presenter.place(row),
          id: row.id,
          direction: row.direction,
          status,
        }),
      )
    },
    announcePhone(number) {
      store.afterCommit(() => {
        const phone = phones.find(number)
        if (phone) events.emit('phone', phone)
      })
    },
    place: ({ phone, contact }) => ({ owner: phones.get(phone).owner, phone, contact }),
  }

  function presentMedia(media: NonNullable<MessageRow['media']>) {
    return {
      mime: media.mime,
      ...(media.fileName === undefined ? {} : { fileName: media.fileName }),
      fileSize: media.fileSize,
      intact: media.intact,
      read: async () => openFile(await files.read(media.directPath), media),
    }
  }

  return presenter
}

const visibleKind = (row: MessageRow): MessageKind => (row.kind === 'protocol' ? 'other' : row.kind)
