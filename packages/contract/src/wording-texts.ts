/**
 * Whether one wording of a campaign does better than the others, by code. `{letter}` is the best
 * one, `{tries}` how often the same message twice would be tried for such a difference by chance.
 */
export const wordingTexts = {
  answered_early: 'Too early to tell which is answered more: {hits} of {needed} answers so far.',
  answered_sure:
    '{letter} is answered more often. Chance alone would hardly ever give this difference.',
  answered_more:
    '{letter} is answered more often. Chance alone would give this difference about once in {tries} tries.',
  answered_maybe:
    '{letter} is answered more often so far. Chance alone gives such a difference about once in {tries} tries.',
  answered_alike: 'They are answered alike: the difference is no more than chance gives.',
  read_early: 'Too early to tell which is read more: {hits} of {needed} read so far.',
  read_sure: '{letter} is read more often. Chance alone would hardly ever give this difference.',
  read_more:
    '{letter} is read more often. Chance alone would give this difference about once in {tries} tries.',
  read_maybe:
    '{letter} is read more often so far. Chance alone gives such a difference about once in {tries} tries.',
  read_alike: 'They are read alike: the difference is no more than chance gives.',
} as const
