import type { Device } from '@kirim/contract/devices'
import { casesOf, reportOf, type SentCampaign } from './weather-campaigns.ts'
import { explainWeather, judgeWeather, type WeatherVerdict } from './weather-judge.ts'
import type { Sky } from './weather-sky.ts'
import type { Talk } from './weather-talk.ts'
import type { WeatherWorld } from './weather-world.ts'

/** The outcome of a run so far. */
export interface Outcome {
  readonly verdict: WeatherVerdict
  readonly stuck: readonly string[]
  readonly wrong: readonly string[]
}

export interface Run {
  readonly world: WeatherWorld
  readonly sky: Sky
  readonly talk: Talk
  readonly campaigns: readonly SentCampaign[]
  readonly held: Set<string>
}

export function isProof({ verdict, stuck }: Outcome): boolean {
  const { lost, repeated, wrong, unansweredWithoutCause, answeredTwice } = verdict
  return lost + repeated + wrong + unansweredWithoutCause + answeredTwice + stuck.length === 0
}

/** Compares the phones with the server's records. */
export async function judged({ world, sky, talk, campaigns, held }: Run): Promise<Outcome> {
  const cases = []
  for (const campaign of campaigns) {
    const found = await casesOf(world, sky, campaign)
    cases.push(...found.map((one) => ({ ...one, wasHeld: held.has(one.key) })))
  }
  const questionCases = await talk.cases()
  return {
    verdict: judgeWeather(cases, questionCases),
    stuck: await stuckIn(world, campaigns),
    wrong: explainWeather(cases, questionCases),
  }
}

/** Numbers that are not connected, and campaigns that have not ended. */
async function stuckIn(
  { tenants }: WeatherWorld,
  campaigns: readonly SentCampaign[],
): Promise<string[]> {
  const stuck: string[] = []
  for (const { name, call } of tenants) {
    for (const { number, connectionStatus, problem } of await call<Device[]>(
      'GET',
      '/whatsapp/devices',
    )) {
      if (connectionStatus === 'connected') continue
      stuck.push(`${name}, ${number} is ${connectionStatus}: ${problem?.message ?? 'no problem'}`)
    }
  }
  for (const campaign of campaigns) {
    if (campaign.isOver) continue
    const { status, sentence, counts } = await reportOf(campaign)
    if (status === 'completed') continue
    stuck.push(`${campaign.text} ${status} (${sentence.code}) ${JSON.stringify(counts)}`)
  }
  return stuck
}
