import type { Frame, Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { type CheckedPage, expectAccessible, expectAccessibleInEveryView } from './accessibility.ts';
import { type AppPage, describeInBrowser, openPage } from './app-page.ts';

/** A 10-K of a fictional issuer of the sample pack, and one of another. */
const FILING = '/f/sec-edgar:9999900001-26-000002';
const OTHER = 'sec-edgar:9999900002-25-000002';

describeInBrowser('the filing reader', app => {
  /** The document frame. */
  const inFrame = (page: Page) => page.frameLocator('iframe');
  const paper = (page: Page) => inFrame(page).locator('article');
  const chosen = (page: Page) => inFrame(page).locator('[data-chosen]');

  it('scrolls to the cell of a figure and marks it in the statement', async () => {
    const opened = await openPage(app, `${FILING}?fact=f-1`);
    const { page } = opened;
    await chosen(page).waitFor();
    expect(page.url()).toContain('/item_8?fact=f-1');
    expect(await chosen(page).innerText()).toBe('1,116,718');
    expect(await isInSight(frameOf(page), '[data-chosen]')).toBe(true);
    const card = page.getByRole('region', { name: 'Selected fact' });
    expect(await card.innerText()).toMatch(/Net revenue\s+1,116,718,000 USD.*1 Jan 2025 – 31 Dec 2025.*decimals −3/s);
    const cell = page.getByRole('button', { pressed: true, name: '1,116,718' });
    await cell.waitFor();
    await expectAccessible(opened);

    await page.keyboard.press('n');
    await page.getByRole('button', { pressed: true, name: '999,933' }).waitFor();
    expect(page.url()).toContain('fact=f-2');
    await page
      .getByRole('table', { name: /OPERATIONS, as filed/ })
      .getByRole('button', { name: '467,417' })
      .click();
    await expect.poll(() => chosen(page).innerText()).toBe('467,417');
    await paper(page).getByText('122,304').first().click();
    await expect.poll(() => page.url()).toContain('fact=f-10');
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await page.keyboard.press('m');
    await expect.poll(() => page.url()).toContain('marks=0');
  });

  it('handles keys and menu-closing clicks while the document has the focus', async () => {
    const opened = await openPage(app, `${FILING}/item_8`);
    const { page } = opened;
    await paper(page).waitFor();
    await page.getByRole('button', { name: 'Next section' }).focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.title')).toMatch(/^Item 8 · Financial Statements .*, as filed$/);
    await page.keyboard.press('PageDown');
    await expect.poll(() => frameOf(page).evaluate('document.documentElement.scrollTop')).toBeGreaterThan(100);
    await page.keyboard.press('n');
    await page.waitForURL(/fact=f-1$/);
    await page.getByRole('button', { name: 'Menu' }).click();
    const item = page.getByRole('menuitem', { name: 'Keyboard' });
    await item.waitFor();
    await paper(page).click({ position: { x: 4, y: 4 } });
    await item.waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.localName')).toBe('input');
    expect(opened.complaints).toEqual([]);
  });

  it('allows text selection and copying', async () => {
    const { page } = await openPage(app, `${FILING}/item_1a`);
    await paper(page).getByText('We depend on a small number of large customers.').first().click({ clickCount: 3 });
    expect(await frameOf(page).evaluate('String(getSelection()).trim()')).toBe(
      'We depend on a small number of large customers.',
    );
  });

  it('opens from a figure of a company page', async () => {
    const { page, complaints } = await openPage(app, '/c/demo/DMFR/financials?s=income');
    const cell = page.locator('[data-cell^="revenue."]').first();
    await cell.click();
    await page.getByRole('dialog').getByRole('link').first().click();
    await chosen(page).waitFor();
    expect(await chosen(page).innerText()).toMatch(/^[\d,]+$/);
    expect(complaints).toEqual([]);
  });

  it('prints the whole section and scrolls again afterwards', async () => {
    const { page } = await openLong(1);
    const height = () => page.locator('iframe').evaluate(frame => frame.getBoundingClientRect().height);
    const scrolled = await height();
    const text = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(text.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(2);
    expect(await height()).toBe(scrolled);
  });

  it('states why a section has no text', async () => {
    const opened = await openPage(app, `${FILING}/item_6`);
    await opened.page.getByText('This section has no text.').waitFor();
    const list = opened.page.getByRole('navigation', { name: 'Sections' });
    expect(await list.getByRole('link', { name: /Reserved/ }).innerText()).toContain('reserved or not applicable');
    expect(await list.getByRole('link', { name: /Executive Compensation/ }).innerText()).toMatch(/by reference/);
    await expectAccessible(opened);
    await opened.page.keyboard.press(']');
    await opened.page.getByRole('heading', { name: /Item 7 · Management/ }).waitFor();
  });

  it('finds words in the section and steps through the matches', async () => {
    const opened = await openPage(app, `${FILING}/item_1a`);
    const { page } = opened;
    await paper(page).waitFor();
    await page.keyboard.press('f');
    await page.keyboard.type('ROBOT');
    await page.waitForURL(/find=ROBOT$/);
    await page.getByText('1 of 10').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('2 of 10').waitFor();
    expect(new URL(page.url()).search).toBe('?find=ROBOT');
    expect(await frameOf(page).evaluate(`[...CSS.highlights.get('found')].map(String)[0].toLowerCase()`)).toBe('robot');
    await page.getByRole('button', { name: 'Find in the whole filing · 1 credit' }).click();
    await page.getByText(/^In \d+ sections of the filing$/).waitFor();
    await expectAccessible(opened);
    await page.getByRole('link', { name: /^Item 1 · Business/ }).click();
    await page.waitForURL(/item_1\?find=ROBOT/);
    await page.getByText(/^\d+ of \d+$/).waitFor();
  });

  it('opens a search result at its place', async () => {
    const { page, complaints } = await openPage(app, '/search?q=robot+injure');
    await page.getByRole('link', { name: 'Risk Factors' }).click();
    await page.waitForURL(/item_1a\?find=/);
    await page.getByText(/^\d+ of \d+$/).waitFor();
    const words = await frameOf(page).evaluate<string>(
      `[...CSS.highlights.get('found-here')][0].startContainer.textContent`,
    );
    expect(words).toMatch(/^Every robot carries a battery/);
    expect(complaints).toEqual([]);
  });

  it('opens the evidence of an event at its place and marks the whole passage', async () => {
    const { page, complaints } = await openPage(app, '/c/demo/SMPO/events?kind=auditor_change');
    const change = page.getByRole('listitem').filter({ hasText: 'Auditor dismissed' });
    const quote = await change.locator('blockquote').first().innerText();
    await change.getByRole('link', { name: 'Auditor dismissed' }).click();
    await page.waitForURL('**/f/sec-edgar:9999900002-25-000003/item_4.01?**');
    await page.getByText(/^\d+ of \d+$/).waitFor();
    const marked = await frameOf(page).evaluate<string>(`[...CSS.highlights.get('passage')].map(String)[0]`);
    expect(marked.replace(/\s+/g, ' ').trim()).toBe(quote.replace(/\s+/g, ' ').trim());
    expect(complaints).toEqual([]);
  });

  it('compares a section with another filing and steps through the changes', async () => {
    const opened = await openPage(app, `${FILING}/item_1a/compare?with=${OTHER}`);
    const { page } = opened;
    await page.getByRole('heading', { name: /^\d+ changes$/ }).waitFor();
    expect(await page.locator('ins').first().innerText()).toBe(
      'Lithium cells can burn, and a fire in a warehouse spreads fast.',
    );
    await page.keyboard.press('n');
    await page.getByText(/^Change 1 of \d+$/).waitFor();
    await expectAccessible(opened);
    await page.getByRole('button', { name: 'Changes only' }).click();
    await page
      .getByRole('button', { name: /unchanged paragraphs/ })
      .first()
      .waitFor();
    await page.getByText('One column').click();
    await expect.poll(() => page.url()).toMatch(/only=1.*view=one|view=one.*only=1/);
    await expectAccessible(opened);
    expect(await page.getByRole('button', { name: /Compare all · at least \d+ credits/ }).count()).toBe(1);
  });

  it('marks the differences to the section of a year earlier', async () => {
    const opened = await openPage(app, `${FILING}/item_1a`);
    const { page } = opened;
    await paper(page).waitFor();
    await page.keyboard.press('d');
    await page.waitForURL(/\/item_1a\/compare$/);
    await page.getByRole('heading', { name: /^\d+ changes$/ }).waitFor();
    expect(await page.locator('del').allTextContents()).toEqual(expect.arrayContaining(['16', 'three']));
    expect(await page.locator('ins').allTextContents()).toEqual(expect.arrayContaining(['14', 'four']));
    await expectAccessible(opened);
  });

  it('has an empty state without a filing of a year earlier', async () => {
    const opened = await openPage(app, `/f/${OTHER}/item_1a`);
    await paper(opened.page).waitFor();
    await opened.page.keyboard.press('d');
    await opened.page.getByText('No 10-K of the previous year.').waitFor();
    await expectAccessible(opened);
  });

  it('sends no priced call on hover and shows the price of the rest of a long section', async () => {
    const opened = await openLong(12);
    const { page } = opened;
    await paper(page).getByText('11 parts of this section are not loaded.').waitFor();
    const requested: string[] = [];
    page.on('request', request => {
      if (request.url().includes('/api/v1/')) requested.push(request.url());
    });
    await page.getByRole('link', { name: /Legal Proceedings/ }).hover();
    await page.getByRole('link', { name: /Compare with a year earlier/ }).hover();
    await paper(page).getByRole('button', { name: 'Load all · 22 credits' }).click();
    await paper(page).getByText('Paragraph 11.79 ').waitFor();
    // None of them on hover.
    expect(requested).toHaveLength(11);
  });

  it('names the plan that includes files', async () => {
    const opened = await openPage(app, `${FILING}/item_1?panel=files`, {
      prepare: page =>
        page.route('**/api/v1/documents/**', route =>
          route.fulfill({
            status: 403,
            json: { error: 'upgrade_required', message: 'Files are on the plan business.', plan_required: 'business' },
          }),
        ),
    });
    await opened.page.getByText('The business plan includes the files of this filing.').waitFor();
  });

  it('shows sections and facts as drawers on narrow screens', async () => {
    const opened = await openPage(app, `${FILING}/item_8?fact=f-1`, { width: 390, height: 800 });
    const { page } = opened;
    await chosen(page).waitFor();
    await expectAccessible(opened);
    await page.keyboard.press('s');
    await page.getByRole('dialog', { name: 'Facts and statements' }).getByText('1,116,718,000').waitFor();
    await expectAccessible(opened);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Sections', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Sections' })
      .getByRole('link', { name: /Risk Factors/ })
      .click();
    await paper(page).getByText('The following are the risks').waitFor();
  });

  const hostile: Record<string, string> = {
    scripts: '<script>window.hit = 1</script><p>Shown</p>',
    'event handlers':
      '<p onclick="window.hit = 1" onpointerover="window.hit = 1" tabindex="0" onfocus="window.hit = 1">Shown</p>',
    'images that fail': '<img src="/none.png" onerror="window.hit = 1"><p>Shown</p>',
    'remote images': '<p>Shown<img src="https://evil.example/i.png" srcset="https://evil.example/j.png 2x"></p>',
    forms:
      '<form action="https://evil.example/"><p>Shown</p><input autofocus onfocus="window.hit = 1"><button>go</button></form>',
    'javascript: links': '<a href="javascript:window.hit = 1"><p>Shown</p></a>',
    'data: links': '<a href="data:text/html,<script>opener.hit = 1</script>" target="_blank">Shown</a>',
    'styles that reach out': '<style>@import "https://evil.example/x.css"; body { display: none }</style><p>Shown</p>',
    'styles that escape':
      '<p style="position: fixed; inset: 0; z-index: 9999; background: url(https://evil.example/b.png)" class="reader">Shown</p>',
    'meta refresh': '<meta http-equiv="refresh" content="0; url=https://evil.example/"><p>Shown</p>',
    'base addresses': '<base href="https://evil.example/"><p>Shown</p>',
    frames:
      '<iframe src="https://evil.example/"></iframe><iframe srcdoc="<script>parent.hit = 1</script>"></iframe><p>Shown</p>',
    'objects and embeds':
      '<object data="https://evil.example/"></object><embed src="https://evil.example/"><p>Shown</p>',
    'scripts in pictures':
      '<svg onload="window.hit = 1"><script>window.hit = 1</script><a href="javascript:hit=1">x</a></svg><p>Shown</p>',
    'markup that changes its meaning':
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.hit=1&gt;"></table></mtext></math><p>Shown</p>',
    'names that stand for others': '<p id="main" name="body">Shown</p><span data-fact="__proto__">1</span>',
    'elements of their own':
      '<x-thing is="x"><template><script>window.hit = 1</script></template><p>Shown</p></x-thing>',
    'a fact that is markup': '<p>Shown <span data-fact="&quot;&gt;&lt;img src=x onerror=hit=1&gt;">7</span></p>',
  };

  it('renders a hostile document harmlessly even if the service passes it on', async () => {
    const response = await fetch(`${app.base}/api/v1/filings/${FILING.slice('/f/'.length)}/sections`, {
      headers: { 'x-api-key': app.key },
    });
    const { sections } = (await response.json()) as { sections: { section_key: string; chars: number }[] };
    const keys = sections.filter(({ chars }) => chars > 0).map(section => section.section_key);
    expect(keys.length).toBeGreaterThan(Object.keys(hostile).length);
    // Each section is one of the documents, except the last, from which the test navigates to them.
    const { page, complaints } = await openPage(app, `${FILING}/${keys.at(-1)}`, {
      prepare: page =>
        page.route('**/sections/*?*', async route => {
          const given = await route.fetch();
          const document = (await given.json()) as { section_key: string };
          const content = Object.values(hostile)[keys.indexOf(document.section_key)] ?? '';
          await route.fulfill({ response: given, json: { ...document, content, part: 1, parts: 1 } });
        }),
    });
    for (const [at, name] of Object.keys(hostile).entries()) {
      await page.getByRole('navigation', { name: 'Sections' }).locator(`a[href$="/${keys[at]}"]`).click();
      await page.waitForURL(`${app.base}${FILING}/${keys[at]}`);
      const shown = paper(page).getByText('Shown');
      // The pointer hovers over it first.
      await shown.click();
      await page.evaluate('new Promise(done => requestAnimationFrame(() => requestIdleCallback(done)))');
      expect(await hits(page), name).toEqual([]);
      expect(new URL(page.url()).pathname, name).toBe(`${FILING}/${keys[at]}`);
      expect(page.context().pages(), name).toHaveLength(1);
      expect(complaints, name).toEqual([]);
      const left = await frameOf(page).evaluate<string[]>(
        `[...document.querySelectorAll('article *')].flatMap(element => [element.localName, ...[...element.attributes].map(one => '@' + one.name)])`,
      );
      expect(
        left.filter(value => !KEPT.has(value)),
        name,
      ).toEqual([]);
      expect((await shown.boundingBox())?.width, name).toBeLessThan(800);
    }
  });

  it.each([
    { browser: 'of this kind', sandbox: 'allow-same-origin' },
    { browser: 'that dispatches no events in a frame without scripts', sandbox: 'allow-same-origin allow-scripts' },
  ])('in a browser $browser the frame alone isolates hostile documents', async ({ sandbox }) => {
    const { page } = await openPage(app, `${FILING}/item_1a`, {
      isApart: true,
      prepare: page =>
        sandbox.includes('scripts')
          ? page.addInitScript(`Document.prototype.dispatchEvent = () => true;`)
          : Promise.resolve(),
    });
    await paper(page).waitFor();
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe(sandbox);
    const requested: string[] = [];
    const note = (url: string) => {
      // The app itself sends this call from time to time.
      if (!url.endsWith('/notifications/unread-count')) requested.push(url);
    };
    page.on('requestfinished', request => note(request.url()));
    page.on('requestfailed', request => {
      if (request.failure()?.errorText !== 'csp') note(request.url());
    });
    for (const [name, html] of Object.entries(hostile)) {
      await page.evaluate(`document.querySelector('iframe').srcdoc += ' '`);
      await paper(page).waitFor();
      // Parsed by the browser, as if there were no sanitising before the frame.
      await page.evaluate(`(() => {
        const frame = document.querySelector('iframe').contentDocument;
        frame.querySelector('article').innerHTML = ${JSON.stringify(html)};
        for (const script of frame.querySelectorAll('script')) {
          const made = frame.createElement('script');
          made.text = script.text;
          frame.body.append(made);
        }
        for (const element of frame.querySelectorAll('article *')) {
          for (const type of ['click', 'focus', 'pointerover', 'load', 'error']) element.dispatchEvent(new Event(type));
        }
        frame.querySelector('form')?.requestSubmit();
        frame.querySelector('a')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      })()`);
      await page.evaluate('new Promise(done => requestAnimationFrame(() => requestIdleCallback(done)))');
      expect(await hits(page), name).toEqual([]);
      expect(requested, name).toEqual([]);
      expect(page.context().pages(), name).toHaveLength(1);
      expect(new URL(page.url()).pathname, name).toBe(`${FILING}/item_1a`);
    }
  });

  const KEPT = new Set(['div', 'p', 'span', 'table', '@class', '@data-fact', '@data-chosen']);

  const pages: readonly CheckedPage[] = [
    {
      path: `${FILING}/item_1a`,
      shows: 'Item 1A · Risk Factors',
      bring: ({ page }) => paper(page).getByText('The following are the risks').waitFor(),
    },
    {
      path: `${FILING}/item_8?fact=f-30`,
      shows: 'Item 8 · Financial',
      bring: ({ page }) => chosen(page).getByText('155,744').waitFor(),
    },
    { path: `${FILING}/item_8?panel=facts`, shows: 'Item 8 · Financial', bring: panelWith(/^[\d,]+ facts/) },
    { path: `${FILING}/item_8?panel=files`, shows: 'Item 8 · Financial', bring: panelWith('dmfr-ex311.htm') },
    { path: `${FILING}/item_99`, shows: 'has no section item_99' },
    { path: `${FILING}/item_1a/compare?with=${OTHER}&only=1`, shows: 'unchanged paragraphs' },
  ];
  it('passes accessibility checks in light and dark, narrow and wide', () => expectAccessibleInEveryView(app, pages));

  /** The risk section with a number of parts of eighty paragraphs each. */
  async function openLong(parts: number): Promise<AppPage> {
    return openSection(async route => {
      const part = Number(new URL(route.request().url()).searchParams.get('part') ?? 1);
      const url = route.request().url().replace(`part=${part}`, 'part=1');
      const response = await route.fetch({ url });
      const content = Array.from(
        { length: 80 },
        (_, n) => `<p>Paragraph ${part}.${n} ${'of words '.repeat(28)}</p>`,
      ).join('');
      await route.fulfill({ response: response, json: { ...(await response.json()), content, part, parts } });
    });
  }

  /** Replaces the response for the risk section. */
  function openSection(response: (route: Route) => Promise<void>): Promise<AppPage> {
    return openPage(app, `${FILING}/item_1a`, { prepare: page => page.route('**/sections/item_1a?*', response) });
  }
});

/** The frame of the document. */
function frameOf(page: Page): Frame {
  const [frame] = page.mainFrame().childFrames();
  if (frame === undefined) throw new Error('no document frame');
  return frame;
}

/** Effects of a hostile document in its frame or on the page. */
async function hits(page: Page): Promise<unknown[]> {
  // A frame that is navigating has no document yet.
  const found = await Promise.all(page.frames().map(frame => frame.evaluate('window.hit').catch(() => undefined)));
  return found.filter(hit => hit !== undefined);
}

/** Opens the panel if it is a drawer, and waits for its content. */
function panelWith(words: string | RegExp): (opened: AppPage) => Promise<void> {
  return async ({ page }) => {
    if ((page.viewportSize()?.width ?? 0) < 1100) await page.keyboard.press('s');
    await page.getByText(words).first().waitFor();
  };
}

/** Whether an element is in the viewport of its document and not covered by sticky content. */
function isInSight(frame: Frame, selector: string): Promise<boolean> {
  return frame.evaluate(`(() => {
    const box = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
    const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return found !== null && found.closest(${JSON.stringify(selector)}) !== null;
  })()`);
}
