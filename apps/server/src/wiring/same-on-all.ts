import { join } from 'node:path'
import { nodeDirOf } from '../config.ts'
import { newId } from '../platform/ids.ts'
import { FOLDER_ID, readFolderId, writeFolderId } from '../platform/nodes/folder-id.ts'
import { nodeHome } from '../platform/nodes/node-home.ts'
import { sameOnAll } from '../platform/nodes/same-on-all.ts'
import { StartError } from '../platform/start-error.ts'
import type { Base } from './base.ts'

interface Situation {
  /** Whether other servers are on the database. */
  readonly hasOthers: boolean
  /** Whether the database knows of any media. */
  hasMedia(): Promise<boolean>
}

/** Whether this node may take part: it has the network and the media of the others. */
export async function checkSameOnAll(base: Base, situation: Situation): Promise<void> {
  const deps = { db: base.db, box: base.box, now: base.clock.now() }
  await sameOnAll(deps, 'network', (written) => chooseNetwork(base, written, situation))
  await sameOnAll(deps, 'media', (written) => chooseMedia(base, written, situation))
}

/** A sandbox is one server's own. */
function chooseNetwork({ config }: Base, written: string | null, { hasOthers }: Situation): string {
  const { network, whatsappRootKey, whatsappUrl } = config
  const own =
    network === 'sandbox'
      ? `sandbox of ${nodeHome(nodeDirOf(config))}`
      : `live ${whatsappRootKey ?? whatsappUrl ?? 'WhatsApp'}`
  if (written === null || written === own || !hasOthers) return own
  throw new StartError(
    network === 'sandbox'
      ? 'Another Kirim server is using the database that DATABASE_URL names, and the sandbox network belongs to one server. Stop the other one, or set WHATSAPP_NETWORK=live on both.'
      : 'Another Kirim server on the same database uses another network. Set WHATSAPP_NETWORK, WHATSAPP_URL and WHATSAPP_ROOT_KEY to the same on all.',
  )
}

/** Who is alone may change from a folder to a bucket and back; the files went before. */
async function chooseMedia(
  { config }: Base,
  written: string | null,
  { hasOthers, hasMedia }: Situation,
): Promise<string> {
  const folder = join(config.dataDir, 'media')
  const id = config.mediaBucket ? null : readFolderId(folder)
  const own = config.mediaBucket ? `bucket ${config.mediaBucket.bucket}` : `folder ${id}`
  if (written === own) return own
  if (written !== null && hasOthers) {
    throw new StartError(
      'Another Kirim server on the same database keeps media elsewhere. Make media/ in each DATA_DIR one shared folder, or set MEDIA_S3_BUCKET to the same bucket on all.',
    )
  }
  if (config.mediaBucket) return own
  const known = written?.startsWith('folder ') ? written.slice('folder '.length) : null
  if (known !== null && (await hasMedia())) {
    throw new StartError(
      `The folder ${folder} does not contain the media of this database. Mount or copy the right folder. If the media are lost, or this is the right folder, write ${known} into ${join(folder, FOLDER_ID)}.`,
    )
  }
  const given = id ?? newId()
  if (id === null) writeFolderId(folder, given)
  return `folder ${given}`
}
