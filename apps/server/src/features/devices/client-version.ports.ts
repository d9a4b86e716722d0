/** The three parts of a version of the network's client, such as 2.3000.1043857760. */
export type ClientVersion = [number, number, number]

/** The client's version that the network last named, and when it was asked, in epoch ms. */
export interface StoredVersion {
  readonly version: ClientVersion
  readonly askedAt: number
}

export interface VersionStore {
  read(): Promise<StoredVersion | null>
  write(version: StoredVersion): Promise<void>
}

const PART_MAX = 2 ** 32 - 1

export function isClientVersion(parts: readonly number[]): parts is ClientVersion {
  const isPart = (part: number) => Number.isInteger(part) && part >= 0 && part <= PART_MAX
  return parts.length === 3 && parts.every(isPart)
}

/** Whether the first is newer than the second. */
export function isNewer(a: ClientVersion, b: ClientVersion): boolean {
  const place = a.findIndex((part, index) => part !== b[index])
  return place !== -1 && (a[place] ?? 0) > (b[place] ?? 0)
}
