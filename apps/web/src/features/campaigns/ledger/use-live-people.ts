import { type LedgerPerson, listLedger } from '@kirim/contract/campaign-ledger'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { request } from '#shared/api/request.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'
import { useThrottled } from '#shared/realtime/use-throttled.ts'
import { type LoadedPeople, type PeopleFilter, peopleKey } from './ledger-queries.ts'

const ROWS_MS = 1000

/** The most rows that one call returns. */
const ROWS_MAX = 100

/**
 * Keeps the visible rows up to date in place. A row that no longer matches the filter stays,
 * because removing it would move the list under the reader.
 */
export function useLivePeople(
  campaignId: string,
  filter: PeopleFilter,
  inSight: readonly LedgerPerson[],
): void {
  const client = useQueryClient()
  const look = async () => {
    const at = inSight.slice(0, ROWS_MAX).map(({ id }) => id.slice(id.indexOf('.') + 1))
    if (at.length === 0) return
    const news = await request(listLedger, {
      params: { campaignId },
      query: { at: at.join(',') },
    }).catch(() => null)
    if (!news) return
    client.setQueryData<LoadedPeople>(peopleKey(campaignId, filter), (people) =>
      applyUpdates(people, news.items),
    )
  }
  const lookSoon = useThrottled(() => void look(), ROWS_MS)
  useRealtimeEvent('campaign_changed', ({ id }) => id === campaignId && lookSoon())
  // A waiting person's sentence depends on the connection of the device.
  useRealtimeEvent('devices_changed', lookSoon)
  useRealtimeEvent('opt_outs_changed', lookSoon)
  useMissedEvents(lookSoon)
  // Rows scrolled into view may have been loaded a while ago.
  const first = inSight[0]?.id
  useEffect(() => {
    if (first !== undefined) lookSoon()
  }, [first, lookSoon])
}

/** Applies updated rows to the loaded people; returns the same object when nothing changed. */
export function applyUpdates(
  people: LoadedPeople | undefined,
  news: readonly LedgerPerson[],
): LoadedPeople | undefined {
  if (!people) return people
  const byId = new Map(news.map((person) => [person.id, person]))
  let changed = false
  const pages = people.pages.map((page) => {
    if (!page.items.some((person) => hasChanged(person, byId.get(person.id)))) return page
    changed = true
    return {
      ...page,
      items: page.items.map((person) => {
        const now = byId.get(person.id)
        return now && hasChanged(person, now) ? now : person
      }),
    }
  })
  return changed ? { ...people, pages } : people
}

function hasChanged(before: LedgerPerson, now: LedgerPerson | undefined): boolean {
  return now !== undefined && JSON.stringify(before) !== JSON.stringify(now)
}
