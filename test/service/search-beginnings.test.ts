/** Words found by their beginning, by their parts and by signs nobody sees: what a search by words alone answers. */
import { readFile } from 'node:fs/promises';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { Memdir, ServiceSettings } from '../../src/core/memdir.js';
import type { SearchResult } from '../../src/core/results.js';
import { createSessions } from '../../src/node/inject/sessions.js';
import { type Bench, memoryText, openBench } from '../support/service.js';

/** Language, memory, question. Each question must find its memory, beside all the others in one store. */
const FOUND: readonly (readonly [string, string, string])[] = [
  ['German', 'Kubernetes runs the Rechnungsstellungsschnittstelle.', 'Rechnung'],
  ['German', 'Der Zahlungsverkehr läuft über die Hausbank.', 'Zahlung'],
  ['German, typed so far', 'Die Datenbankverbindung bricht nach einer Stunde ab.', 'Datenbankverb'],
  [
    'German, a word being typed after others',
    'Der Anmeldevorgang prüft zuerst die Sitzung.',
    'welche Sitzung prüft der Anmelde',
  ],
  ['German, umlaut', 'Die Prüfsummenberechnung dauert zu lange.', 'Prüfsumme'],
  ['German, umlaut typed as ue', 'Die Übertragungsrate ist auf 5 MB begrenzt.', 'Uebertragung'],
  ['German, sharp s', 'Der Straßenverzeichnisdienst ist abgeschaltet.', 'Straße'],
  ['German, sharp s typed as ss', 'Die Größenordnung der Kosten steht im Bericht.', 'Groesse'],
  ['German, capitals', 'Das Berechtigungskonzept kennt drei Rollen.', 'BERECHTIGUNG'],
  ['German, last part', 'Die Kontoabstimmung geschieht nachts.', 'Abstimmung'],
  ['German, inner part', 'Das Wertpapierabwicklungssystem ist alt.', 'Abwicklung'],
  ['German, a part that is not the last word', 'Die Mandantentrennung erfolgt im Schema.', 'Trennung erklären'],
  ['German, a beginning that is not the last word', 'Das Mahnverfahren startet nach 14 Tagen.', 'Mahn starten'],
  ['Dutch', 'De gebruikersinstellingen staan in het profiel.', 'gebruiker'],
  ['Dutch', 'De verzekeringsmaatschappij levert elke maand een bestand.', 'verzekering'],
  ['Dutch, typed so far', 'Het belastingaangifteformulier is vernieuwd.', 'belastingaang'],
  ['Dutch, last part', 'De klantenservice werkt alleen overdag.', 'klantenserv'],
  ['Dutch, inner part', 'De wachtwoordherstelpagina is stuk.', 'herstel'],
  ['Dutch, last part', 'De databasebeveiliging wordt uitbesteed.', 'beveiliging'],
  ['Dutch, last part in a question', 'De netwerkbewaking draait in Utrecht.', 'wie doet de bewaking'],
  ['Dutch, last part, plural', 'Foutmeldingen van de bankkoppelingen gaan naar Sanne.', 'koppelingen'],
  ['Swedish, last part', 'Nätverksfelsökning sköts av helpdesken.', 'felsökning'],
  ['Swedish, last part with its article', 'Serverövervakningen larmar vid nittio procent.', 'övervakning'],
  ['Swedish, last part', 'Databaskryptering är påslagen sedan mars.', 'kryptering'],
  ['Danish, last part', 'Datavarehusafstemning sker om søndagen.', 'afstemning'],
  ['Norwegian, last part', 'Passordtilbakestilling krever to personer.', 'tilbakestilling'],
  ['Finnish, last part', 'Käyttäjähallinta on ulkoistettu.', 'hallinta'],
  ['Finnish, last part with an ending', 'Henkilöstöhallinnossa on uusi ohjelma.', 'hallinto'],
  ['Finnish, last part', 'Levyjärjestelmävarmennus ajetaan öisin.', 'varmennus'],
  ['Finnish, last part with an ending', 'Pilvitallennuksen raja on teratavu.', 'tallennus'],
  ['Finnish, last part, the plural asked for', 'Testausympäristö nollataan maanantaina.', 'missä ympäristöt ovat'],
  [
    'Dutch, last part, the plural asked for',
    'Een reiskostenvergoeding komt na een week.',
    'welke vergoedingen zijn er',
  ],
  ['Swedish, last part, the plural asked for', 'Kundfakturering sker den femte.', 'när görs faktureringarna'],
  ['German, last part, the plural asked for', 'Die Kreditorenbuchung geschieht montags.', 'wann sind die Buchungen'],
  ['Swedish', 'Betalningspåminnelsen skickas på fredagar.', 'betalning'],
  ['Swedish, å', 'Återställningspunkten sparas varje natt.', 'återställning'],
  ['Swedish, å typed as a', 'Åtkomstloggen roteras varje vecka.', 'atkomst'],
  ['Swedish, inner part', 'Kundregistreringsformuläret är långsamt.', 'registrering'],
  ['Swedish, article at the end', 'Servern startas om klockan tre.', 'serve'],
  ['Danish', 'Fakturabehandlingen er flyttet til Aarhus.', 'faktura'],
  ['Danish, ø', 'Lønudbetalingen kører den sidste bankdag.', 'løn'],
  ['Danish, ø typed as o', 'Køreplansdatabasen opdateres om natten.', 'kore'],
  ['Danish, æ', 'Ændringsloggen gemmes i ti år.', 'ændring'],
  ['Norwegian', 'Kundeservicehåndboken ligger i wikien.', 'kundeservice'],
  ['Norwegian', 'Sikkerhetskopieringen feilet tre ganger.', 'sikkerhet'],
  ['Norwegian, inner part', 'Driftsovervåkningsverktøyet er byttet ut.', 'overvåkning'],
  ['Finnish, an ending', 'Tietokantapalvelimella on liian vähän muistia.', 'tietokanta'],
  ['Finnish, another one', 'Lokitiedostojen säilytysaika on kuukausi.', 'loki'],
  ['Finnish, ä', 'Käyttöoikeuksien tarkistus tehdään neljännesvuosittain.', 'käyttö'],
  ['Finnish, an ending of the last part', 'Varmuuskopiointiin käytetään toista konesalia.', 'varmuuskopio'],
  ['Finnish, inner part', 'Asiakashallintajärjestelmä vaihdettiin.', 'hallinta'],
  ['Hungarian', 'A számlázórendszerben hiba van.', 'számlázó'],
  ['Hungarian, endings', 'A kiszolgálókat éjjel újraindítjuk.', 'kiszolgáló'],
  ['Hungarian, without marks', 'Az ügyfélszolgálatnak külön belépése van.', 'ugyfel'],
  ['Turkish, endings', 'Veritabanlarındaki yedekler şifrelidir.', 'veritaban'],
  ['Turkish, endings', 'Sunucularımızdan biri kapatıldı.', 'sunucu'],
  ['Turkish, dotless i', 'Kullanıcıların parolaları değişti.', 'kullanıcı'],
  ['Turkish, capital i with a dot', 'İzinlerimizin listesi portaldadır.', 'izin'],
  ['Icelandic', 'Reikningagerðin fer fram á nóttunni.', 'reikning'],
  ['Icelandic, þ', 'Þjónustusamningurinn rennur út í maí.', 'þjónusta'.slice(0, 7)],
  ['Icelandic, ð', 'Aðgangsstýringin er í skýinu.', 'aðgang'],
  ['Polish, endings', 'Bazodanowego serwera nie ruszamy.', 'bazodan'],
  ['Czech, endings', 'Zálohováním se zabývá jiný tým.', 'zálohov'],
  ['Russian, endings', 'Развертыванием занимается отдел эксплуатации.', 'развертывани'],
  ['Russian, compound', 'Водоснабжение офиса отключат в субботу.', 'снабжение'],
  ['Greek, endings', 'Οι διακομιστές επανεκκινούν κάθε νύχτα.', 'διακομιστ'],
  ['Arabic, with the article', 'المستودعات كلها خاصة.', 'المستود'],
  ['Hebrew', 'ההרשאות נבדקות פעם ברבעון.', 'ההרשא'],
  ['English, typed so far', 'Observability comes from OpenTelemetry.', 'observabi'],
  ['English, before the stem is over', 'The reconciliation job is idempotent.', 'reconcil'],
  ['English, past the stem', 'Authentications are throttled at the gateway.', 'authenticati'],
  ['a name', 'Observability comes from OpenTelemetry.', 'opentel'],
  ['a name in its own capitals', 'Observability comes from OpenTelemetry.', 'OpenTel'],
  ['a name', 'Kubernetes runs the Rechnungsstellungsschnittstelle.', 'kuber'],
  ['three letters', 'Grafana dashboards are generated.', 'gra'],
  ['camel case, its whole', 'The timeout is in parseRetryBudget.', 'parseRet'],
  ['camel case, in small letters', 'The timeout is in parseRetryBudget.', 'parseretryb'],
  ['snake case', 'Set max_upload_bytes before the start.', 'max_upl'],
  ['dotted', 'The flag is feature.checkout.enabled.', 'feature.checkout.ena'],
  ['a path', 'See infra/terraform/modules/network.tf.', 'infra/terraform/mod'],
  ['an option', 'Start it with --no-optimistic-locking.', '--no-optim'],
  ['a word with digits', 'Keys live in vault7prod.', 'vault7pr'],
  ['after a filter', 'Telemetrie wird nicht gesammelt. Quarantäneordner leeren.', 'quarant type:project'],
  ['Chinese', '数据库连接池的大小是二十。', '连接池'],
  ['Japanese', 'サーバーの再起動は毎週です。', '再起動'],
  ['Korean, with its particle', '배포는 화요일에 합니다.', '배포'],
  ['Thai', 'สำรองข้อมูลทุกคืน', 'สำรองข้อมูล'],
];

/** How a word is written with signs that nobody sees, and how it is asked for. */
const UNSEEN: readonly (readonly [string, string, string])[] = [
  ['zero width space in the memory', 'The quag\u200bmire service is gone.', 'quagmire'],
  ['zero width space in the question', 'The periwinkle service is gone.', 'peri\u200bwinkle'],
  ['soft hyphen', 'Das Vertrags\u00adverwaltungs\u00adsystem zieht um.', 'Vertragsverwaltungssystem'],
  ['soft hyphen, by the beginning', 'Das Lager\u00adhaltungs\u00adkonzept zieht um.', 'Lagerhalt'],
  ['word joiner', 'Ask flibber\u2060tigibbet first.', 'flibbertigibbet'],
  ['byte order mark in the memory', 'Ask hobble\ufeffdehoy first.', 'hobbledehoy'],
  ['byte order mark in the question', 'Ask gallimaufry first.', 'galli\ufeffmaufry'],
  ['byte order mark before the question', 'Ask kerfuffle first.', '\ufeffkerfuffle'],
  ['joiner', 'Ask bum\u200dbershoot first.', 'bumbershoot'],
  ['non-joiner in a German word', 'Die Auf\u200clagehöhe ist fest.', 'Auflagehöhe'],
  ['variation selector', 'Ask lolly\ufe00gag first.', 'lollygag'],
  ['variation selector of another plane', 'Ask collywobbles\u{e0101} first.', 'collywobbles'],
  ['tag characters', 'Ask snicker\u{e0073}\u{e006e}snee first.', 'snickersnee'],
  ['marks of direction', 'Ask \u202ewidder\u202cshins first.', 'widdershins'],
  ['isolates', 'Ask \u2066tatter\u2069demalion first.', 'tatterdemalion'],
  ['left-to-right mark', 'Ask brou\u200ehaha first.', 'brouhaha'],
  ['grapheme joiner', 'Ask canoo\u034fdle first.', 'canoodle'],
  ['Hangul filler', 'Ask cattywam\u3164pus first.', 'cattywampus'],
  ['Mongolian vowel separator', 'Ask diphth\u180eong first.', 'diphthong'],
  ['Persian with its half blank', 'می\u200cفرستیم', 'می\u200cفرستیم'],
  ['Persian written as one', 'نمی\u200cنویسیم', 'نمینویسیم'],
  ['Persian written apart', 'کتاب\u200cخانه بسته است', 'کتاب خانه'],
  ['Persian, half blank in the question alone', 'دانشگاه بزرگ است', 'دانش\u200cگاه'],
  ['Hindi with a joiner', 'क्\u200dषेत्र बदल गया', 'क्षेत्र'],
  ['a picture of several', 'Ask 👩\u200d🚀 first.', '👩\u200d🚀'],
  ['a flag of a region', 'Ask 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} first.', '🏴'],
  ['Thai with places to break', 'กรุง\u200bเทพ\u200bมหานคร', 'กรุงเทพมหานคร'],
  ['Khmer with places to break', 'ភាសា\u200bខ្មែរ', 'ភាសាខ្មែរ'],
];

/** Fillers of a memory, so that no word of the table is in half of them. */
const NOISE = Array.from(
  { length: 40 },
  (_, at) => `Note ${at}: releases leave on weekdays, tickets are closed by whoever opened them.`,
);

let bench: Bench;
let memdir: Memdir;
const fileOf = (at: number): string => `m${at}.md`;

async function fill(): Promise<void> {
  const texts = [...FOUND.map(([, text]) => text), ...UNSEEN.map(([, text]) => text), ...NOISE];
  for (const [at, text] of texts.entries())
    await bench.write(fileOf(at), memoryText({ name: `m${at}`, description: '', type: 'project', body: text }));
  memdir = await bench.open();
  await memdir.index({ embed: false });
}

beforeAll(async () => {
  bench = await openBench();
  await fill();
}, 60_000);
afterAll(() => bench.close());

const found = async (query: string): Promise<string[]> =>
  (await memdir.search({ query, limit: 20 })).hits.map(({ path }) => path.split('/').at(-1) ?? '');

describe('words', () => {
  it.each(FOUND.map((row, at) => [...row, at] as const))('%s: %s is found by %s', async (_, text, query, at) => {
    const same = [...FOUND, ...UNSEEN].flatMap(([, other], index) => (other === text ? [fileOf(index)] : []));
    expect((await found(query)).slice(0, 3).some((file) => same.includes(file) || file === fileOf(at))).toBe(true);
  });

  it.each(UNSEEN.map((row, at) => [...row, FOUND.length + at] as const))(
    '%s: %j is found by %j',
    async (_, __, query, at) => {
      expect((await found(query)).slice(0, 3)).toContain(fileOf(at));
    },
  );
});

describe('a part of a word', () => {
  let own: Bench;
  beforeEach(async () => (own = await openBench()));
  afterEach(() => own.close());
  const search = async (query: string, settings?: Partial<ServiceSettings>): Promise<SearchResult> => {
    const opened = await own.open({}, settings);
    await opened.index({ embed: false });
    return opened.search({ query, limit: 20, explain: true });
  };
  const names = ({ hits }: SearchResult): string[] => hits.map(({ name }) => name);

  it.each([
    ['a longer word', 'Rechnungsstellung', 'Rechnung'],
    ['a longer word, after another one', 'Rechnungsstellung', 'offene Rechnung'],
    ['a name', 'kubernetesctl', 'kubernetes'],
  ])('comes after the whole word, however little that says: %s', async (_, longer, query) => {
    const word = query.split(' ').at(-1) ?? '';
    await own.write(
      'long.md',
      memoryText({ name: 'long', body: `${'Lorem ipsum dolor sit amet. '.repeat(400)}${word}.` }),
    );
    for (let n = 0; n < 3; n++)
      await own.write(
        `part${n}.md`,
        memoryText({ name: `${longer}-${n}`, description: `${longer} ${longer}`, body: longer }),
      );
    for (let n = 0; n < 20; n++)
      await own.write(`other${n}.md`, memoryText({ name: `other-${n}`, body: 'Nothing of it.' }));
    const found = names(await search(query, { threshold: 0 }));
    expect(found[0]).toBe('long');
    expect(found.slice(1).sort()).toEqual([`${longer}-0`, `${longer}-1`, `${longer}-2`]);
  });

  it('takes nothing from a memory that has a common word of the question beside it', async () => {
    const longer = 'Die Wertpapierabrechnungsstelle zieht nach Kassel';
    await own.write('alone.md', memoryText({ name: 'alone', body: `${longer} bald um.` }));
    await own.write('both.md', memoryText({ name: 'both', body: `${longer} nachts um.` }));
    for (let n = 0; n < 30; n++)
      await own.write(`other${n}.md`, memoryText({ name: `other-${n}`, body: `Lauf ${n} beginnt nachts.` }));
    const { hits } = await search('nachts Wertpapierabrech');
    expect(hits[0]).toMatchObject({ name: 'both' });
    expect(hits[1]).toMatchObject({ name: 'alone' });
    expect(hits[0]?.score).toBeGreaterThan(hits[1]?.score ?? 1);
  });

  it.each([1, 2, 3, 5])('finds the only memory of %i that has it', async (count) => {
    await own.write('k.md', memoryText({ name: 'k', body: 'Kubernetes runs the Rechnungsstellungsschnittstelle.' }));
    for (let n = 1; n < count; n++) await own.write(`o${n}.md`, memoryText({ name: `o${n}`, body: 'Nothing of it.' }));
    for (const query of ['Rechnung', 'rechnungsstellung', 'stellung', 'Schnittstelle', 'kuber'])
      expect(names(await search(query))).toEqual(['k']);
  });

  it('is shown with the line that it stands on', async () => {
    const body = `Eine Zeile vorher.\n\n${'Viele andere Worte davor. '.repeat(8)}Die Rechnungs\u00adstellung läuft nachts.\nNoch eine.`;
    await own.write('k.md', memoryText({ name: 'k', description: 'Abläufe', body }));
    const [hit] = (await search('Rechnung')).hits;
    expect(hit?.snippet).toContain('Rechnungs\u00adstellung');
    const lines = (await readFile(hit?.path ?? '', 'utf8')).split('\n');
    expect(lines[(hit?.line ?? 0) - 1]).toContain('Rechnungs\u00adstellung');
  });

  it('is no certain answer, and gives an agent nothing by itself', async () => {
    await own.write('k.md', memoryText({ name: 'k', body: 'Observability comes from OpenTelemetry.' }));
    for (let n = 0; n < 20; n++) await own.write(`o${n}.md`, memoryText({ name: `o${n}`, body: 'Nothing of it.' }));
    expect(await search('opentel')).toMatchObject({ confidence: 'low', hits: [{ name: 'k' }] });
    expect((await search('opentelemetry')).confidence).toBe('medium');
    const opened = await own.open({ sessions: createSessions({ dataDir: own.dir, log: own.log }) });
    expect(await opened.inject({ prompt: 'about opentel', deadline: 60_000 })).toMatchObject({ memories: [] });
    expect((await opened.inject({ prompt: 'about opentelemetry', deadline: 60_000 })).memories).toHaveLength(1);
  });

  it('is looked for in its own stores alone, and no word of three letters is found inside another', async () => {
    await own.write('k.md', memoryText({ name: 'k', body: 'Der Wertpapierhandel.' }));
    const opened = await own.open();
    await opened.index({ embed: false });
    expect((await opened.search({ query: 'Wert', stores: ['elsewhere'] })).hits).toEqual([]);
    for (const query of ['pap', 'we', 'handy']) expect((await opened.search({ query })).hits).toEqual([]);
  });
});
