const LENGTH_MAX = 72
const NO_VERB =
  /^(an?|the|this|that|these|those|it|its|he|she|they|we|you|i|who|whom|whoever|what|which|where|when|while|if|no|not|some|any|all|each|every|both|more|most|after|before|in|on|of|for|with|without|from|to|by|at|as)$/i
/** 'Stopped', 'Adding' and 'Fixes', but not 'Embed', 'Feed', 'Bring', 'Pass' or 'Focus'. */
const NO_IMPERATIVE = /[aeiouy].*(?<!e)(?<!emb)ed$|[aeiouy].*ing$|[^su]s$/i

/**
 * What is wrong with a commit's subject, which begins with a verb in the imperative, like 'Add';
 * null for nothing.
 * @param {string} subject
 */
export function problemOf(subject) {
  const length = [...subject].length
  if (length > LENGTH_MAX) return `has ${length} letters, of at most ${LENGTH_MAX}`
  const [word = ''] = subject.split(' ')
  if (!/^[A-Z][a-z-]+$/.test(word)) return 'does not begin with a capitalized verb'
  if (NO_VERB.test(word) || NO_IMPERATIVE.test(word)) return `does not begin with a verb like 'Add'`
  return null
}
