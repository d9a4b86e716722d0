import { listOfTexts } from '@kirim/contract/form-fields'
import type { OptOutSettings } from '@kirim/contract/opt-outs'
import { type Db, flag } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { bare } from './opt-out-words.ts'

/** What holds until an owner changes it. */
export const DEFAULT_SETTINGS: OptOutSettings = {
  words: [],
  answer: 'You will get no more of these messages. Reply START to get them again.',
  lineByDefault: true,
}

const MALAY_ANSWER = 'Anda tidak akan menerima mesej ini lagi. Balas MULA untuk menerimanya semula.'

/** The owner's own words as they are; the default in the language of the word. */
export function answerFor({ answer }: Pick<OptOutSettings, 'answer'>, said: string): string {
  const isMalay = answer === DEFAULT_SETTINGS.answer && bare(said) === bare('BERHENTI')
  return isMalay ? MALAY_ANSWER : answer
}

const settingsOf = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom('opt_out_settings')
    .select(['words', 'answer', 'line_by_default'])
    .where('user_id', '=', userId),
)

export function createOptOutSettingsRepository(db: Db) {
  return {
    async load(userId: string): Promise<OptOutSettings> {
      const [row] = await settingsOf(db, { userId })
      if (!row) return DEFAULT_SETTINGS
      return {
        words: listOfTexts(row.words) ?? [],
        answer: row.answer,
        lineByDefault: row.line_by_default === 1,
      }
    },

    async save(userId: string, { words, answer, lineByDefault }: OptOutSettings): Promise<void> {
      const columns = {
        words: JSON.stringify(words),
        answer,
        line_by_default: flag(lineByDefault),
      }
      await db
        .insertInto('opt_out_settings')
        .values({ user_id: userId, ...columns })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
        .execute()
    },
  }
}

export type OptOutSettingsRepository = ReturnType<typeof createOptOutSettingsRepository>
