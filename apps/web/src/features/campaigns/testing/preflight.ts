import type { Preflight, PreflightPeople } from '@kirim/contract/campaign-preflight'
import type { CampaignEstimate } from '@kirim/contract/campaign-sending'

const NOBODY = { people: 0, first: [] }

type Given = Partial<Omit<Preflight, 'people' | 'estimate'>> & {
  people?: Partial<PreflightPeople>
  estimate?: Partial<CampaignEstimate>
}

/** What the server says before a campaign is saved: three people, all of them reached. */
export function preflightOf({ people, estimate, ...given }: Given = {}): Preflight {
  return {
    people: {
      total: 3,
      invalid: NOBODY,
      samePerson: NOBODY,
      optedOut: NOBODY,
      notOnWhatsApp: NOBODY,
      reached: 3,
      unchecked: 0,
      neverWritten: 0,
      checkedAt: null,
      checkedThrough: '',
      ...people,
    },
    estimate: {
      people: 3,
      alreadyWritten: 0,
      ahead: 0,
      startsAt: null,
      endsAt: null,
      isOffline: false,
      isWaited: false,
      ...estimate,
    },
    dailyCap: null,
    previews: [],
    findings: [],
    check: null,
    ...given,
  }
}
