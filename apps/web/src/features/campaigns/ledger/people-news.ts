import type { LedgerPerson } from '@kirim/contract/campaign-ledger'
import type { LoadedPeople } from './ledger-queries.ts'

/** The loaded people with what became of some; the same object when nothing did. */
export function withNews(
  people: LoadedPeople | undefined,
  news: readonly LedgerPerson[],
): LoadedPeople | undefined {
  if (!people) return people
  const byId = new Map(news.map((person) => [person.id, person]))
  let changed = false
  const pages = people.pages.map((page) => {
    if (!page.items.some((person) => isNews(person, byId.get(person.id)))) return page
    changed = true
    return {
      ...page,
      items: page.items.map((person) => {
        const now = byId.get(person.id)
        return now && isNews(person, now) ? now : person
      }),
    }
  })
  return changed ? { ...people, pages } : people
}

function isNews(before: LedgerPerson, now: LedgerPerson | undefined): boolean {
  return now !== undefined && JSON.stringify(before) !== JSON.stringify(now)
}
