import type { Readable } from 'node:stream'
import type { MessageKind } from '@kirim/contract/message-kinds'
import {
  type BaileysEventMap,
  DEF_MEDIA_HOST,
  decryptMediaRetryData,
  encryptMediaRetryRequest,
  getMediaKeys,
  getUrlFromDirectPath,
  type MediaType,
  proto,
  type WASocket,
} from 'baileys'
import type { ThroughProxy } from '../../../features/devices/proxy/proxy.ports.ts'
import { FileForgotten, type FileMessage } from '../../../features/messages/files/files.ports.ts'
import type { StoredFile } from '../../../platform/message-content.ts'
import type { MediaHosts } from '../media/media-hosts.ts'
import { NotServed, openSealed } from './sealed-files.ts'

/** The phone may have to be woken. */
const PHONE_WITHIN_MS = 45_000
const FORGOTTEN: ReadonlySet<number> = new Set([403, 404, 410])
const HOSTS_TRIED = 2

const { SUCCESS } = proto.MediaRetryNotification.ResultType

/** The kinds of files, by which their keys differ. */
const MEDIA_TYPES: Partial<Record<MessageKind, MediaType>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  document: 'document',
  sticker: 'sticker',
}

interface SessionFilesDeps {
  readonly socket: Pick<WASocket, 'ev' | 'sendNode'>
  /** Throws where the network names none. */
  hosts(): Promise<MediaHosts>
  readonly dispatcher: ThroughProxy['dispatcher'] | null
  me(): string
}

/** Files of messages, by the open session of a device. */
export function createSessionFiles({ socket, hosts, dispatcher, me }: SessionFilesDeps) {
  return {
    /** The file, decrypted. Throws FileForgotten. */
    async download(
      { directPath, mediaKey }: Pick<StoredFile, 'directPath' | 'mediaKey'>,
      kind: MessageKind,
      signal: AbortSignal,
    ): Promise<Readable> {
      const type = MEDIA_TYPES[kind]
      if (!type || !directPath.startsWith('/')) throw new FileForgotten('It has no path.')
      const keys = await getMediaKeys(Buffer.from(mediaKey, 'base64'), type)
      const named: readonly string[] = await hosts().then(
        ({ hostnames }) => hostnames,
        () => [],
      )
      let fault: unknown
      for (const host of [...named.slice(0, HOSTS_TRIED), DEF_MEDIA_HOST]) {
        try {
          return await openSealed(getUrlFromDirectPath(directPath, host), keys, dispatcher, signal)
        } catch (error) {
          signal.throwIfAborted()
          if (error instanceof NotServed && FORGOTTEN.has(error.status)) {
            throw new FileForgotten('The network has forgotten it.', { cause: error })
          }
          fault = error
        }
      }
      throw fault
    },

    /** Asks the phone to upload a file again; returns its new path, null when it has none. */
    async askPhone(message: FileMessage, signal: AbortSignal): Promise<string | null> {
      const { networkId: id, chatJid: remoteJid, fromMe, senderJid, isGroup } = message
      const mediaKey = Buffer.from(message.mediaKey, 'base64')
      const answered = Promise.withResolvers<BaileysEventMap['messages.media-update'][number]>()
      const hear = (updates: BaileysEventMap['messages.media-update']) => {
        const ours = updates.find(({ key }) => key.id === id)
        if (ours) answered.resolve(ours)
      }
      const within = AbortSignal.any([signal, AbortSignal.timeout(PHONE_WITHIN_MS)])
      const giveUp = () => answered.reject(within.reason)
      within.addEventListener('abort', giveUp, { once: true })
      socket.ev.on('messages.media-update', hear)
      try {
        const key = { id, remoteJid, fromMe, ...(isGroup && { participant: senderJid }) }
        await socket.sendNode(encryptMediaRetryRequest(key, mediaKey, me()))
        const { media } = await answered.promise
        if (!media) return null
        const { result, directPath } = decryptMediaRetryData(media, mediaKey, id)
        return result === SUCCESS && directPath?.startsWith('/') ? directPath : null
      } catch {
        signal.throwIfAborted()
        return null
      } finally {
        answered.promise.catch(() => {})
        within.removeEventListener('abort', giveUp)
        socket.ev.off('messages.media-update', hear)
      }
    },
  }
}
