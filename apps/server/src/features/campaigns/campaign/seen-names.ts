import type { CodedText, ErrorParams } from '@kirim/contract/refusals'
import type { Sight } from '../../../platform/caller.ts'
import { onlySeen } from '../../../platform/database/in-sight.ts'
import type { LedgerDeps } from '../campaigns.ports.ts'

/** Names of numbers and campaigns as a caller sees them: empty for those that are not seen. */
export interface SeenNames {
  isSeen(deviceName: string): boolean
  in<Text extends CodedText | null>(text: Text): Text
}

const ALL: SeenNames = { isSeen: () => true, in: (text) => text }

/**
 * A campaign that is seen may be sent by further numbers that are not. Their names do not appear,
 * nor that of the campaign ahead of it, which may be one of theirs.
 */
export async function seenNames(
  { db, devices }: Pick<LedgerDeps, 'db' | 'devices'>,
  sight: Sight,
): Promise<SeenNames> {
  if (sight.deviceIds === null) return ALL
  const rows = await db
    .selectFrom(devices.rows.as('device'))
    .select('name')
    .where('user_id', '=', sight.workspaceId)
    .$call(onlySeen(sight, 'id'))
    .execute()
  return namesAmong(rows.map(({ name }) => name))
}

/** The same for somebody who sees only these numbers. */
export function namesAmong(deviceNames: readonly string[]): SeenNames {
  const isSeen = (name: string) => deviceNames.includes(name)
  return {
    isSeen,
    in(text) {
      if (!text) return text
      const params = withSeen(text.params, isSeen)
      return params === text.params ? text : { ...text, params }
    },
  }
}

function withSeen(params: ErrorParams, isSeen: SeenNames['isSeen']): CodedText['params'] {
  const { device, campaign } = params
  const isDeviceSeen = device === undefined || isSeen(String(device))
  if (isDeviceSeen && campaign === undefined) return params
  return {
    ...params,
    ...(!isDeviceSeen && { device: '' }),
    ...(campaign !== undefined && { campaign: '' }),
  }
}
