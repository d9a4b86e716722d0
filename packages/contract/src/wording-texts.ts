/**
 * Whether one wording of a campaign performs better than the others, by code. `{letter}` is the
 * best one; chance alone gives such a difference about once in `{tries}` tries.
 */
export const wordingTexts = {
  answered_early: 'Too early to tell which gets more answers: {hits} of {needed} so far.',
  answered_sure: '{letter} gets more answers. By chance alone, this almost never happens.',
  answered_more:
    '{letter} gets more answers. By chance alone, this happens about once in {tries} tries.',
  answered_maybe:
    '{letter} gets more answers so far. By chance alone, this happens about once in {tries} tries.',
  answered_alike: 'No clear difference in answers: it could be chance.',
  read_early: 'Too early to tell which is read more: {hits} of {needed} reads so far.',
  read_sure: '{letter} is read more often. By chance alone, this almost never happens.',
  read_more:
    '{letter} is read more often. By chance alone, this happens about once in {tries} tries.',
  read_maybe:
    '{letter} is read more often so far. By chance alone, this happens about once in {tries} tries.',
  read_alike: 'No clear difference in reads: it could be chance.',
} as const
