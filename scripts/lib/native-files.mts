/**
 * What native files (ELF, Mach-O, PE, WebAssembly) could talk to. A file is refused when it holds the name of a telemetry service,
 * an address of a host that is not known as documentation, or the name of a system function or library that reaches the network.
 */
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';

import { readJson, root } from './project.mjs';

/** Hosts that may be named, each with what names it. A host covers its subdomains. */
export const DOCUMENTATION_HOSTS: Readonly<Record<string, string>> = {
  'arxiv.org': 'papers, in the documentation of operators',
  'crbug.com': 'bugs of Chromium, in messages of Dawn (WebGPU)',
  'crl.microsoft.com': 'list of withdrawn certificates, in the signature of a DLL',
  'dawn.googlesource.com': 'sources of Dawn, in its messages',
  'dawn-review.googlesource.com': 'reviews of Dawn, in its messages',
  'devblogs.nvidia.com': 'articles, in the documentation of operators',
  'docs.nvidia.com': 'articles, in the documentation of operators',
  'docs.scipy.org': 'in the documentation of operators',
  'docs.vulkan.org': 'in messages of the shader compiler',
  'en.wikipedia.org': 'in the documentation of operators',
  'github.com': 'sources and issues, in messages',
  'gpuweb.github.io': 'the WebGPU specification, in messages of Dawn',
  'huggingface.co': 'a model, in the documentation of an operator',
  'ieeexplore.ieee.org': 'papers, in the documentation of operators',
  'issues.chromium.org': 'bugs of Chromium, in messages of Dawn',
  'khr.io': 'the SPIR-V registry, in messages of the shader compiler',
  'llvm.org': 'in messages of the shader compiler',
  'numpy.org': 'in the documentation of operators',
  'papers.nips.cc': 'papers, in the documentation of operators',
  'pytorch.org': 'in the documentation of operators',
  'source.chromium.org': 'sources of Chromium, in messages of Dawn',
  'tinyurl.com': 'a paper, in the documentation of an operator',
  'www.microsoft.com': 'papers in the documentation of operators; policy and certificates in the signature of a DLL',
  'www.opencompute.org': 'the specification of 8-bit floats, in the documentation of operators',
  'www.tensorflow.org': 'in the documentation of operators',
};

/** Parts of names of services and clients that collect data, and the environment variables of their switches. */
const TELEMETRY_NAMES = [
  '.data.microsoft.com',
  'dc.services.visualstudio.com',
  'applicationinsights',
  'OneCollector',
  'ORT_DISABLE_TELEMETRY',
  'google-analytics.com',
  'app-measurement.com',
  'crashlytics.com',
  'ingest.sentry.io',
  'api.segment.io',
  'api.mixpanel.com',
  'api.amplitude.com',
  'posthog.com',
  'bugsnag.com',
  'newrelic.com',
  'datadoghq.com',
  'honeycomb.io',
];

/** As a file names what it imports: between NUL bytes in ELF, with `_` before it in Mach-O. */
const NETWORK_FUNCTIONS = /\0_?(getaddrinfo|gethostbyname|connect|sendto)\0/g;
/** Parts of macOS that Mach-O files link, and DLLs that PE files import. */
const NETWORK_LIBRARIES =
  /\/(?:CFNetwork|Network|SystemConfiguration)\.framework\/|\b(?:ws2_32|wsock32|mswsock|winhttp|wininet|urlmon|dnsapi|webio)\.dll/gi;

/** Group {4f50731a-89cf-4782-b3e0-dce8c90476ba} of providers whose events Windows itself may collect. */
const WINDOWS_TELEMETRY_GROUP = Buffer.from('1a73504fcf898247b3e0dce8c90476ba', 'hex').toString('latin1');
/** DLLs known to be in that group; SECURITY.md says what it means. DirectML.dll is in no package of ours. */
const IN_WINDOWS_GROUP: ReadonlySet<string> = new Set(['onnxruntime.dll', 'DirectML.dll']);

const MAGIC_NUMBERS: readonly string[] = ['7f454c46', 'cffaedfe', 'cafebabe', '0061736d'];
const PORTABLE_EXECUTABLE = 'MZ';

function isNative(file: string): boolean {
  const descriptor = openSync(file, 'r');
  const start = Buffer.alloc(4);
  readSync(descriptor, start, 0, 4, 0);
  closeSync(descriptor);
  return MAGIC_NUMBERS.includes(start.toString('hex')) || start.toString('latin1', 0, 2) === PORTABLE_EXECUTABLE;
}

/** Absolute paths of the native files below a folder, whatever they are called. */
export const nativeFilesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter(isNative)
    .sort();

/** A text as UTF-16 has it, read as Latin-1. */
const widened = (text: string): string => Buffer.from(text, 'utf16le').toString('latin1');
const unwidened = (text: string): string => text.replaceAll('\0', '');
const escaped = (text: string): string => text.replaceAll(/[\0.]/g, (sign) => (sign === '.' ? '\\.' : '\\0'));

const TELEMETRY = new RegExp([...TELEMETRY_NAMES, ...TELEMETRY_NAMES.map(widened)].map(escaped).join('|'), 'gi');

const matches = (text: string, pattern: RegExp): string[] => [
  ...new Set(Array.from(text.matchAll(pattern), ([whole, name]) => name ?? unwidened(whole))),
];

/** What speaks against a file; nothing where it may be shipped. One pass of each pattern: the libraries have 40 MB. */
export function findingsIn(file: string): string[] {
  const text = readFileSync(file, 'latin1');
  const windows = text.startsWith(PORTABLE_EXECUTABLE);
  const grouped = windows && !IN_WINDOWS_GROUP.has(path.basename(file)) && text.includes(WINDOWS_TELEMETRY_GROUP);
  return [
    ...matches(text, TELEMETRY).map((name) => `names a telemetry service or client, ${name}`),
    ...(grouped ? ['belongs to the telemetry providers of Windows'] : []),
    ...matches(text, NETWORK_FUNCTIONS).map((name) => `imports the network function ${name}`),
    ...matches(text, NETWORK_LIBRARIES).map((name) => `imports the network library ${name}`),
    ...foreignHosts(text).map((host) => `holds an address of ${host}`),
  ];
}

/** Longest scheme, and longest part of an address that is looked at. */
const [SCHEME_UNITS, ADDRESS_UNITS] = [5, 300];
const SCHEME = /(?:https?|wss?|ftp|udp|tcp|grpcs?):\/\/$/i;
const HOST = /^(?:[^/\s@]*@)?((?:[a-z0-9-]+\.)+[a-z]{2,}|[0-9.]+|\[[0-9a-f:]+\])/i;

/** Hosts of addresses that are not known as documentation, each once. */
function foreignHosts(text: string): string[] {
  const hosts = new Set<string>();
  for (const [mark, width] of [
    ['://', 1],
    [widened('://'), 2],
  ] as const) {
    const read = (from: number, to: number): string => {
      const part = text.slice(Math.max(0, from), to);
      return width === 1 ? part : unwidened(part);
    };
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
      const end = at + mark.length;
      if (!SCHEME.test(read(at - SCHEME_UNITS * width, end))) continue;
      const host = HOST.exec(read(end, end + ADDRESS_UNITS * width))?.[1]?.toLowerCase();
      if (host !== undefined && !isDocumentation(host)) hosts.add(host);
    }
  }
  return [...hosts];
}

const isDocumentation = (host: string): boolean =>
  Object.keys(DOCUMENTATION_HOSTS).some((known) => host === known || host.endsWith(`.${known}`));

/** One line for each finding in the native files below a folder, with the path relative to `base`. */
export const refusedFiles = (folder: string, base = folder): string[] =>
  nativeFilesIn(folder).flatMap((file) =>
    findingsIn(file).map((finding) => `${path.relative(base, file)} ${finding}.`),
  );

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/** Folders of the installed packages that Memdir works with, relative to the repository: no tools of its development. */
export const productionPackages = (): string[] =>
  Object.entries(readJson<LockFile>(path.join(root, 'package-lock.json')).packages)
    .filter(([folder, { dev }]) => folder !== '' && dev !== true && existsSync(path.join(root, folder)))
    .map(([folder]) => folder);
