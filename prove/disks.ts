import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/** Where everything of a server is stored: the embedded database or PostgreSQL, and its files. */
export interface Disk {
  readonly folder: string
  /** Fills the disk; null where nothing limits it. */
  fill: (() => void) | null
  free(): void
  /** Drops all writes, the journal included, until `powerOn`; null where unsupported. */
  powerOff: (() => void) | null
  /** Mounts it again with its last content. No file of it may be open. */
  powerOn(): void
  remove(): void
}

export const isRoot = userInfo().uid === 0

const MIB = 1024 * 1024
const TMPFS_MIB = 320
const EXT4_MIB = 320
/** `EXT4_IOC_SHUTDOWN` of Linux, and its mode that does not flush the journal. */
const SHUTDOWN = '0x8004587D'
const NO_LOG_FLUSH = 2

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kirim-prove-'))
  // PostgreSQL runs as another user, who needs access to its folder.
  chmodSync(folder, 0o755)
  return folder
}

/** A tmpfs, which can be filled, where this process may mount one; else a folder. */
export function smallDisk(): Disk {
  const folder = newFolder()
  const options = ['-t', 'tmpfs', '-o', `size=${TMPFS_MIB}m`, 'tmpfs', folder]
  // Root in a container may not mount.
  const isMounted = isRoot && spawnSync('mount', options).status === 0
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: isMounted ? () => fillWith(filler) : null,
    free: () => rmSync(filler, { force: true }),
    powerOff: null,
    powerOn() {},
    remove() {
      if (isMounted) spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function fillWith(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (const block of [Buffer.alloc(MIB), Buffer.alloc(4096)]) writeUntilFull(file, block)
  } finally {
    closeSync(file)
  }
}

function writeUntilFull(file: number, block: Buffer): void {
  try {
    for (;;) writeSync(file, block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** Why there can be no disk whose power is cut; null when there can. */
export function whyNoPowerCuts(): string | null {
  if (process.platform !== 'linux') return 'this is not Linux'
  if (!isRoot) return 'it needs root'
  for (const tool of ['mkfs.ext4', 'losetup', 'perl']) {
    if (spawnSync('which', [tool]).status !== 0) return `${tool} is not installed`
  }
  if (spawnSync('losetup', ['-f']).status !== 0) return 'there are no loop devices'
  return null
}

/** An ext4 of its own on a loop device. */
export function ext4Disk(): Disk {
  const parent = newFolder()
  const image = join(parent, 'image')
  const folder = join(parent, 'disk')
  const filler = join(folder, 'filler')
  mkdirSync(folder)
  execFileSync('truncate', ['-s', `${EXT4_MIB}M`, image])
  execFileSync('mkfs.ext4', ['-q', image])
  const mount = () => execFileSync('mount', ['-o', 'loop', image, folder])
  mount()
  chmodSync(folder, 0o755)
  return {
    folder,
    fill: () => fillWith(filler),
    free: () => rmSync(filler, { force: true }),
    powerOff() {
      const call = `open(my $d,"<",$ARGV[0]) or die $!; my $how=pack("L",${NO_LOG_FLUSH}); ioctl($d,${SHUTDOWN},$how) or die $!`
      execFileSync('perl', ['-e', call, folder])
    },
    powerOn() {
      execFileSync('umount', [folder])
      mount()
    },
    remove() {
      spawnSync('umount', ['-l', folder])
      rmSync(parent, { recursive: true, force: true })
    },
  }
}
