import type { Clock } from '../../platform/clock.ts'
import type { Part } from '../../platform/lifecycle.ts'
import type { Log } from '../../platform/log.ts'
import type { Work } from '../../platform/nodes/work.ts'
import type { MediaStore } from './media.ports.ts'
import type { MediaRepository } from './media.repository.ts'

const RETRY_MS = 60_000
const FILES_AT_ONCE = 100

interface EraseDeps {
  readonly media: Pick<MediaRepository, 'doomed' | 'forgetDoomed'>
  readonly store: Pick<MediaStore, 'remove'>
}

/** Erases files whose rows are deleted. Files that the storage cannot erase now stay doomed. */
export async function eraseFiles(
  { media, store }: EraseDeps,
  fileNames: readonly string[],
): Promise<boolean> {
  for (const fileName of fileNames) {
    try {
      await store.remove(fileName)
    } catch {
      return false
    }
    await media.forgetDoomed(fileName)
  }
  return true
}

/** Retries once a minute to erase files whose rows are deleted. */
export function createDoomedErasing(
  deps: EraseDeps & {
    readonly work: Pick<Work, 'hold'>
    readonly clock: Clock
    readonly log: Log
  },
): Part {
  const { media, work, clock, log } = deps
  let stopping = false
  let running: Promise<void> = Promise.resolve()
  let cancel = () => {}

  async function eraseAll(): Promise<void> {
    while (!stopping) {
      const names = await media.doomed(FILES_AT_ONCE)
      if (names.length === 0 || !(await eraseFiles(deps, names))) return
    }
  }

  function schedule(): void {
    cancel = clock.after(RETRY_MS, () => {
      running = work
        .hold('deleted media', '', eraseAll)
        .catch((err: unknown) => log.warn({ err }, 'deleted files are erased later'))
        .then(() => {
          if (!stopping) schedule()
        })
    })
  }

  return {
    name: 'deleted media',
    start: async () => schedule(),
    async stop() {
      stopping = true
      cancel()
      await running
    },
  }
}
