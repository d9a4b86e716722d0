import { join } from 'node:path'
import { nodeDirOf } from '../config.ts'
import { newId } from '../platform/ids.ts'
import { FOLDER_ID, readFolderId, writeFolderId } from '../platform/nodes/folder-id.ts'
import { nodeHome } from '../platform/nodes/node-home.ts'
import { shareSetting } from '../platform/nodes/shared-setting.ts'
import { StartError } from '../platform/start-error.ts'
import type { Base } from './base.ts'

interface Situation {
  /** Whether other servers use the database. */
  readonly hasOthers: boolean
  /** Whether the database refers to any media. */
  hasMedia(): Promise<boolean>
}

/** Checks that this node uses the same network and media as the others. Throws StartError. */
export async function checkSharedSettings(base: Base, situation: Situation): Promise<void> {
  const deps = { db: base.db, box: base.box, now: base.clock.now() }
  await shareSetting(deps, 'network', (stored) => chooseNetwork(base, stored, situation))
  await shareSetting(deps, 'media', (stored) => chooseMedia(base, stored, situation))
}

/** A sandbox belongs to one server. */
function chooseNetwork({ config }: Base, stored: string | null, { hasOthers }: Situation): string {
  const { network, whatsappRootKey, whatsappUrl } = config
  const own =
    network === 'sandbox'
      ? `sandbox of ${nodeHome(nodeDirOf(config))}`
      : `live ${whatsappRootKey ?? whatsappUrl ?? 'WhatsApp'}`
  if (stored === null || stored === own || !hasOthers) return own
  throw new StartError(
    network === 'sandbox'
      ? 'Another Kirim server is using the database that DATABASE_URL names, and the sandbox network belongs to one server. Stop the other one, or set WHATSAPP_NETWORK=live on both.'
      : 'Another Kirim server on the same database uses another network. Set WHATSAPP_NETWORK, WHATSAPP_URL and WHATSAPP_ROOT_KEY to the same on all.',
  )
}

/** A single server may change between a folder and a bucket; its files must be moved first. */
async function chooseMedia(
  { config }: Base,
  stored: string | null,
  { hasOthers, hasMedia }: Situation,
): Promise<string> {
  const folder = join(config.dataDir, 'media')
  const id = config.mediaBucket ? null : readFolderId(folder)
  const own = config.mediaBucket ? `bucket ${config.mediaBucket.bucket}` : `folder ${id}`
  if (stored === own) return own
  if (stored !== null && hasOthers) {
    throw new StartError(
      'Another Kirim server on the same database keeps media elsewhere. Make media/ in each DATA_DIR one shared folder, or set MEDIA_S3_BUCKET to the same bucket on all.',
    )
  }
  if (config.mediaBucket) return own
  const storedId = stored?.startsWith('folder ') ? stored.slice('folder '.length) : null
  if (storedId !== null && (await hasMedia())) {
    throw new StartError(
      `The folder ${folder} does not contain the media of this database. Mount or copy the right folder. If the media are lost, or this is the right folder, write ${storedId} into ${join(folder, FOLDER_ID)}.`,
    )
  }
  const folderId = id ?? newId()
  if (id === null) writeFolderId(folder, folderId)
  return `folder ${folderId}`
}
