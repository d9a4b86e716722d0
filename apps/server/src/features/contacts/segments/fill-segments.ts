import { setImmediate } from 'node:timers/promises'
import type { SegmentFilter } from '@kirim/contract/segment-filter'
import type { Sight } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { createStepSize } from '../../../platform/database/step-size.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { Part } from '../../../platform/lifecycle.ts'
import type { Log } from '../../../platform/log.ts'
import type { Work } from '../../../platform/nodes/work.ts'
import type { CampaignConditions } from '../contacts.ports.ts'
import type { StoredContact } from '../stored-contact.ts'
import type { SegmentContext } from './segment-query.ts'
import type { SegmentsRepository, StoredSegment } from './segments.repository.ts'

/** A list may show a segment as it was this long ago while it is refreshed. */
const LISTED_MAX_AGE_MS = 15_000
/** The same for the counts of all segments. */
const COUNTED_MAX_AGE_MS = 60_000
const PREVIEWED = 5
/** Contacts per statement: twenty conditions on long values are slow. */
const STEPS = { first: 50, fewest: 20, most: 500 }

export interface FillDeps {
  readonly db: Db
  readonly segments: SegmentsRepository
  readonly campaigns: CampaignConditions
  readonly work: Pick<Work, 'inTurn'>
  readonly clock: Clock
  readonly log: Log
  /** Called when the members of a segment have changed. */
  changed(workspaceId: string): void
}

/**
 * Keeps the members of segments up to date, in short steps whenever one is used, so that a segment
 * works wherever a group does.
 */
export function createSegmentFilling(deps: FillDeps) {
  const { segments, work, clock, log } = deps
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()

  const contextOf = (sight: Pick<Sight, 'workspaceId' | 'deviceIds'>): SegmentContext => ({
    db: deps.db,
    workspaceId: sight.workspaceId,
    deviceIds: sight.deviceIds,
    now: clock.now(),
    campaigns: deps.campaigns,
  })

  async function fill(groupId: string, segment: StoredSegment): Promise<void> {
    const { workspaceId, stored } = segment
    // Everybody uses the same segment, whatever they see.
    const context = contextOf({ workspaceId, deviceIds: null })
    const size = createStepSize(STEPS)
    let isChanged = false
    for (let after = ''; ; ) {
      stopping.signal.throwIfAborted()
      const step = await size.run((rows) =>
        segments.fillSome(groupId, context, segment, after, rows),
      )
      isChanged ||= step.isChanged
      if (step.last === null) break
      after = step.last
      await setImmediate()
    }
    await segments.markFilled(groupId, stored, context.now)
    if (isChanged) deps.changed(workspaceId)
  }

  /** Does nothing for a group that is filled by hand, or for a segment that is recent enough. */
  async function refresh(groupId: string, maxAgeMs = 0): Promise<void> {
    if (!(await segments.find(groupId))) return
    const look = async () => {
      const segment = await segments.find(groupId)
      if (!segment) return
      const { filledAt } = segment
      if (filledAt !== null && clock.now() - filledAt < maxAgeMs) return
      await fill(groupId, segment).catch((error: unknown) => {
        const isGone = error instanceof DomainError && error.code === 'segment_not_found'
        if (!isGone) throw error
      })
    }
    await work.inTurn('segment', groupId, look, stopping.signal)
  }

  function inBackground(key: string, work: () => Promise<void>): void {
    if (running.has(key) || stopping.signal.aborted) return
    const done = work()
      .catch((err: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err }, 'a segment stays as it was')
      })
      .finally(() => running.delete(key))
    running.set(key, done)
  }

  const part: Part = {
    name: 'segments being filled',
    start: async () => {},
    async stop() {
      stopping.abort()
      await Promise.all(running.values())
    },
  }

  return {
    part,
    refresh,
    /** Waits for a segment that was never filled; refreshes others in the background. */
    async refreshForList(groupId: string): Promise<void> {
      const segment = await segments.find(groupId)
      if (!segment) return
      if (segment.filledAt === null) await refresh(groupId, LISTED_MAX_AGE_MS)
      else inBackground(groupId, () => refresh(groupId, LISTED_MAX_AGE_MS))
    },
    /** Refreshes the outdated segments of an owner in the background, one after another. */
    refreshCounts(workspaceId: string): void {
      inBackground(workspaceId, async () => {
        const old = await segments.olderThan(workspaceId, clock.now() - COUNTED_MAX_AGE_MS)
        for (const id of old) await refresh(id, COUNTED_MAX_AGE_MS)
      })
    },
    /** Counts the contacts that match now, by campaigns that are seen. Throws when aborted. */
    async preview(
      sight: Sight,
      filter: SegmentFilter,
      signal: AbortSignal,
    ): Promise<{ people: number; first: StoredContact[] }> {
      const context = contextOf(sight)
      const size = createStepSize(STEPS)
      const previewIds: string[] = []
      let people = 0
      for (let after = ''; ; ) {
        stopping.signal.throwIfAborted()
        if (signal.aborted) throw new DomainError('request_timeout')
        const { last, ids } = await size.run((rows) =>
          segments.matchSome(context, filter, after, rows),
        )
        people += ids.length
        previewIds.push(...ids.slice(0, PREVIEWED - previewIds.length))
        if (last === null) break
        after = last
        await setImmediate()
      }
      return { people, first: await segments.contacts(sight.workspaceId, previewIds) }
    },
  }
}

export type SegmentFilling = ReturnType<typeof createSegmentFilling>
