import { listOfTexts } from '@kirim/contract/form-fields'
import type { OptOutSettings } from '@kirim/contract/opt-outs'
import { type Db, flag } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { bare } from './opt-out-words.ts'

/** The settings until an owner changes them. */
export const DEFAULT_SETTINGS: OptOutSettings = {
  words: [],
  answer: 'You will get no more of these messages. Reply START to get them again.',
  lineByDefault: true,
}

const MALAY_ANSWER = 'Anda tidak akan menerima mesej ini lagi. Balas MULA untuk menerimanya semula.'
const INDONESIAN_ANSWER =
  'Anda tidak akan menerima pesan ini lagi. Balas MULAI untuk menerimanya kembali.'

/**
 * The owner's own answer unchanged; the default one in the language of the word. BERHENTI is both
 * Malay and Indonesian: the country of `phoneNumber` decides.
 */
export function answerFor(
  { answer }: Pick<OptOutSettings, 'answer'>,
  text: string,
  phoneNumber: string | null,
): string {
  if (answer !== DEFAULT_SETTINGS.answer) return answer
  if (bare(text) === bare('HENTIKAN')) return INDONESIAN_ANSWER
  if (bare(text) !== bare('BERHENTI')) return answer
  return phoneNumber?.startsWith('62') ? INDONESIAN_ANSWER : MALAY_ANSWER
}

const settingsOf = prepared((db, { workspaceId }: { workspaceId: string }) =>
  db
    .selectFrom('opt_out_settings')
    .select(['words', 'answer', 'line_by_default'])
    .where('user_id', '=', workspaceId),
)

export function createOptOutSettingsRepository(db: Db) {
  return {
    async load(workspaceId: string, tx: Db = db): Promise<OptOutSettings> {
      const [row] = await settingsOf(tx, { workspaceId })
      if (!row) return DEFAULT_SETTINGS
      return {
        words: listOfTexts(row.words) ?? [],
        answer: row.answer,
        lineByDefault: row.line_by_default === 1,
      }
    },

    async save(
      workspaceId: string,
      { words, answer, lineByDefault }: OptOutSettings,
    ): Promise<void> {
      const columns = {
        words: JSON.stringify(words),
        answer,
        line_by_default: flag(lineByDefault),
      }
      await db
        .insertInto('opt_out_settings')
        .values({ user_id: workspaceId, ...columns })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
        .execute()
    },
  }
}

export type OptOutSettingsRepository = ReturnType<typeof createOptOutSettingsRepository>
