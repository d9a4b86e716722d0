import { SAVED_TEXTS_MAX } from '@kirim/contract/limits'
import type { MediaFile } from '@kirim/contract/media'
import type { SavedText, SavedTextList } from '@kirim/contract/saved-texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../../testing/engines.ts'
import { pdf } from '../../testing/media-files.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

describe.each(journeyEngines)('saved texts on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    ;({ token } = await app.newUser('Siti'))
  })
  afterAll(() => app.stop())

  const call = (method: string, path: string, body?: unknown, by = token) =>
    app.call(method, path, { token: by, ...(body !== undefined && { body }) })
  const save = async (name: string, text: string, by = token) =>
    (await call('POST', '/saved-texts', { name, text }, by)).body as SavedText
  const list = async (q = '', by = token) =>
    (await call('GET', `/saved-texts?q=${encodeURIComponent(q)}`, undefined, by))
      .body as SavedTextList
  const names = async (q = '') => (await list(q)).items.map(({ name }) => name)

  test('are saved, listed by name with their start, found, loaded, changed and deleted', async () => {
    const long = `Hai [name], ${'kopi '.repeat(100)}100%`
    const raya = await save('  Raya   2026 ', long)
    await save('raya 10', 'Selamat')
    await save('Raya 9', 'Menu\nbaharu')
    expect(raya).toMatchObject({ name: 'Raya 2026', text: long })
    expect(await names()).toEqual(['Raya 9', 'raya 10', 'Raya 2026'])
    expect((await list()).items[2]).toEqual({
      id: raya.id,
      name: 'Raya 2026',
      start: long.slice(0, 200),
      updatedAt: raya.updatedAt,
    })
    expect(await names('100%')).toEqual(['Raya 2026'])
    expect(await names('MENU BAHARU')).toEqual(['Raya 9'])
    expect(await list('nothing')).toEqual({ items: [], total: 3 })
    expect((await call('GET', `/saved-texts/${raya.id}`)).body).toEqual(raya)
    const changed = { name: 'Aidilfitri', text: 'Maaf zahir batin' }
    expect(await call('PUT', `/saved-texts/${raya.id}`, changed)).toMatchObject({
      status: 200,
      body: { id: raya.id, ...changed },
    })
    expect(await names('zahir')).toEqual(['Aidilfitri'])
    expect((await call('DELETE', `/saved-texts/${raya.id}`)).status).toBe(204)
    for (const [method, body] of [['GET'], ['PUT', changed], ['DELETE']] as const) {
      expect(await call(method, `/saved-texts/${raya.id}`, body)).toMatchObject({
        status: 404,
        body: { code: 'saved_text_not_found' },
      })
    }
  })

  test('have distinct names for one owner', async () => {
    const { token: other } = await app.newUser('Omar')
    const first = await save('Promo', 'One')
    await save('Second', 'Two')
    const refusal = {
      status: 409,
      body: { code: 'saved_text_name_taken', issues: [{ path: ['name'] }] },
    }
    expect(await call('POST', '/saved-texts', { name: 'PROMO', text: 'x' })).toMatchObject(refusal)
    const renamed = { name: 'second', text: 'x' }
    expect(await call('PUT', `/saved-texts/${first.id}`, renamed)).toMatchObject(refusal)
    expect(
      (await call('PUT', `/saved-texts/${first.id}`, { name: 'promo', text: 'x' })).status,
    ).toBe(200)
    expect(await save('Promo', 'Theirs', other)).toMatchObject({ name: 'Promo' })
    expect((await list('', other)).items).toHaveLength(1)
  })

  test('keep their file, which leaves the library with them', async () => {
    const upload = async () => {
      const body = new FormData()
      body.append('mediaFile', new File([new Uint8Array(pdf())], 'menu.pdf'))
      return (await app.call('POST', '/media', { token, body })).body as MediaFile
    }
    const [menu, map] = [await upload(), await upload()]
    const body = { name: 'Parkir', text: 'Di belakang', mediaId: menu._id }
    const saved = (await call('POST', '/saved-texts', body)).body as SavedText
    expect(saved.file).toEqual(menu)
    expect((await list('parkir')).items[0]?.file).toEqual(menu)
    const kept = { name: 'Parkir', text: 'Di tepi' }
    expect((await call('PUT', `/saved-texts/${saved.id}`, kept)).body).toMatchObject({ file: menu })
    // In use, it outlives the library.
    expect((await call('DELETE', `/media/${menu._id}`)).status).toBe(200)
    expect((await call('GET', `/saved-texts/${saved.id}`)).body).toMatchObject({ file: menu })
    const moved = { ...kept, mediaId: map._id }
    expect((await call('PUT', `/saved-texts/${saved.id}`, moved)).body).toMatchObject({ file: map })
    const gone = { ...kept, mediaId: menu._id }
    expect(await call('PUT', `/saved-texts/${saved.id}`, gone)).toMatchObject({
      status: 404,
      body: { code: 'media_not_found' },
    })
    const bare = { ...kept, mediaId: null }
    expect((await call('PUT', `/saved-texts/${saved.id}`, bare)).body).not.toHaveProperty('file')
  })

  test('are limited in number, and deleted with the account', async () => {
    const { token: full, _id } = await app.newUser('Mei')
    for (let n = 0; n < SAVED_TEXTS_MAX; n++) await save(`Text ${n}`, 'x', full)
    expect(await call('POST', '/saved-texts', { name: 'One more', text: 'x' }, full)).toMatchObject(
      {
        status: 409,
        body: { code: 'saved_texts_full', params: { max: SAVED_TEXTS_MAX } },
      },
    )
    expect((await list('', full)).total).toBe(SAVED_TEXTS_MAX)
    // The first account is the admin.
    expect((await call('DELETE', `/admin/users/${_id}`)).status).toBe(200)
    expect((await call('GET', '/saved-texts', undefined, full)).status).toBe(401)
    expect((await list()).total).toBeGreaterThan(0)
  })
})
