import { proto } from 'baileys'
import type { Core } from '../core.ts'
import { decryptFile } from '../media/media-crypto.ts'
import { type Ciphertext, openSession, type SessionStep } from '../signal/contact-session.ts'
import type { DeviceAddress } from '../store/companions.ts'
import type { NewMessage } from '../store/messages.ts'
import { parseMessage, readContent } from './content.ts'

/** A decrypted message, and the session step to save with its effects. */
export interface DecryptedMessage {
  step: SessionStep
  content: proto.IMessage
}

/** Decrypts as the phone of a number; undefined when it cannot. Runs under the device's lock. */
export async function decryptMessage(
  { store, directory }: Core,
  number: string,
  device: DeviceAddress,
  sealed: Ciphertext | undefined,
): Promise<DecryptedMessage | undefined> {
  if (!sealed) return undefined
  try {
    const step = openSession(store, directory.keys(number), device)
    const content = parseMessage(await step.decrypt(sealed))
    return { step, content: content.deviceSentMessage?.message ?? content }
  } catch {
    return undefined
  }
}

/** The content to store. Fetches the file to check that it is intact. */
export async function contentToStore(
  core: Core,
  content: proto.IMessage,
): Promise<Pick<NewMessage, 'kind' | 'text' | 'media' | 'content'>> {
  const { kind, text, media } = readContent(content)
  return {
    kind,
    text,
    media: media && { ...media, intact: await isIntact(core, media) },
    content: Buffer.from(proto.Message.encode(content).finish()),
  }
}

const isIntact = (core: Core, media: NonNullable<NewMessage['media']>): Promise<boolean> =>
  core.files
    .read(media.directPath)
    .then((body) => decryptFile(body, media))
    .then(
      () => true,
      () => false,
    )
