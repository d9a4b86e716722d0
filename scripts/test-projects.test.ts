import { expect, test } from 'vitest'
import config from '../vitest.config.ts'

const projects = (config.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project ? [project.test] : [],
)

test.each(projects.map((project) => [String(project?.name), project] as const))(
  'the tests of %s are run: what is in a group before the first is left out without a word',
  (_name, project) => {
    expect(project?.sequence?.groupOrder ?? 0).toBeGreaterThanOrEqual(0)
  },
)

test('those of each part of the repository are known', () => {
  expect(projects.map((project) => project?.name)).toEqual(
    expect.arrayContaining(['packages', 'server', 'web']),
  )
})
