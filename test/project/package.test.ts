import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { addressOf, manifestWith, pageOf } from '../../scripts/packaged.mjs';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url));
const manifest = JSON.parse(read('package.json').toString());

it.each([
  ['https://github.com/octo/sluice.git', 'https://github.com/octo/sluice'],
  ['https://user:token@github.com/octo/sluice', 'https://github.com/octo/sluice'],
  ['git@github.com:octo/sluice.git', 'https://github.com/octo/sluice'],
  ['ssh://git@example.org/octo/sluice.git', 'https://example.org/octo/sluice'],
  ['/srv/git/sluice', undefined],
  ['ext::sh -c x', undefined],
])('the address of %s is %s', (remote, address) => {
  expect(addressOf(remote)).toBe(address);
});

it('the manifest names the repository, its page and where to report, by the address it was cloned from', () => {
  expect(manifestWith(manifest, 'https://github.com/octo/sluice')).toMatchObject({
    name: 'sluice',
    repository: { type: 'git', url: 'https://github.com/octo/sluice.git' },
    homepage: 'https://github.com/octo/sluice#readme',
    bugs: { url: 'https://github.com/octo/sluice/issues' },
  });
  expect(manifestWith(manifest, undefined)).toBe(manifest);
});

it('the manifest has what a page in the gallery shows', () => {
  expect(manifest.galleryBanner).toMatchObject({ color: expect.stringMatching(/^#[0-9a-f]{6}$/), theme: 'dark' });
  expect(manifest.keywords.length).toBeGreaterThan(5);
  expect(manifest.categories).toContain('SCM Providers');
});

it.each([['https://github.com/octo/sluice'], [undefined]])(
  'every picture and link of the pages leads somewhere: %s',
  address => {
    for (const name of ['README.md', 'CHANGELOG.md']) {
      const page = pageOf(read(name).toString(), address, read);
      for (const [, target = ''] of page.matchAll(/\]\(([^)\s]+)\)/g))
        expect(target, name).toMatch(/^(?:https:|data:image\/png|#)/);
      expect(page.includes('![') || name !== 'README.md').toBe(true);
    }
  },
);
