/** The search index of team memory: a cache of its files that may be deleted, apart from the access counts. */
import { secured, visible, WRITABLE } from './team-schema.js';

/** Dimensions of vectors that have an index; others are compared one by one. */
const INDEXED_DIMENSIONS = [256, 384, 512, 768, 1024, 1536] as const;

/** Tables whose rows belong to a repository; members read and write them as they may read and write that. */
const TABLES = ['index_state', 'document', 'content', 'chunk', 'likeness', 'model', 'vector', 'token', 'used_store'];

const tables = `
  -- One row for each repository that has documents. Numbers count changes.
  create table memdir.index_state (
    repository_id int primary key references memdir.repository on delete cascade,
    documents bigint not null default 0, vectors bigint not null default 0, removals bigint not null default 0,
    next_row int not null default 1
  );
  -- What is filtered and listed. Rows are numbered within a repository: other numbers would tell of other repositories.
  create table memdir.document (
    repository_id int not null references memdir.repository on delete cascade, "row" int not null,
    id text not null, store text not null, path text not null,
    modified_ms double precision not null, size double precision not null, hash text not null, version text,
    name text not null, description text not null, type text not null, level text not null,
    repos jsonb not null, tags jsonb not null, agent_id text, supersedes text,
    date_ms double precision not null, deleted_ms double precision,
    -- repos, tags, agent and path as they are compared: without regard to case.
    folded jsonb not null,
    masked boolean not null, length int not null, head jsonb not null, changed bigint not null, alike int not null default 0,
    -- Version of what documents are made of.
    contents text not null,
    primary key (repository_id, "row"), unique (repository_id, id)
  );
  create index document_store on memdir.document (repository_id, store, changed);
  create table memdir.content (
    repository_id int not null, "row" int not null, body text not null, body_line int not null,
    terms_name text not null, terms_description text not null, terms_body text not null, terms_path text not null,
    -- By term: how often it occurs, in name and description twice.
    frequency jsonb not null,
    lexemes tsvector not null generated always as (memdir.lexemes_of(frequency)) stored,
    primary key (repository_id, "row"),
    foreign key (repository_id, "row") references memdir.document on delete cascade
  );
  -- Not compressed: a term is looked up in many rows of one question.
  alter table memdir.content alter frequency set storage external, alter lexemes set storage external;
  alter table memdir.content set (toast_tuple_target = 8160);
  create index content_lexemes on memdir.content using gin (lexemes) with (fastupdate = off);
  -- Each index that a condition of who asks can use begins with the repository: what it finds of others would be counted.
  create index content_name on memdir.content (repository_id, md5(terms_name));
  create index content_description on memdir.content (repository_id, md5(terms_description));
  -- Terms of each repository with the number of documents that have them.
  create table memdir.vocabulary (
    repository_id int not null references memdir.repository on delete cascade,
    term text collate "C" not null, documents int not null, primary key (repository_id, term)
  );
  create table memdir.chunk (
    repository_id int not null, "row" int not null, ordinal int not null, line int not null, end_line int not null,
    hash text not null, text text not null, primary key (repository_id, "row", ordinal),
    foreign key (repository_id, "row") references memdir.document on delete cascade
  );
  create index chunk_hash on memdir.chunk (repository_id, hash) include ("row", ordinal, line);
  create table memdir.model (
    repository_id int not null references memdir.repository on delete cascade,
    name text not null, dimensions int not null, primary key (repository_id, name)
  );
  -- By the hash of the text. Without a value: the model does not read the language of the text. Never by the text of another repository: that would tell
  -- what is written there.
  create table memdir.vector (
    repository_id int not null references memdir.repository on delete cascade,
    model text not null, hash text not null, dimensions int not null, value vector,
    -- Which index has it. Members may not name it, so that the indexes of vectors serve the functions below alone.
    indexed int generated always as (dimensions) stored,
    primary key (repository_id, model, hash)
  );
  create table memdir.token (
    repository_id int not null, model text not null, hash text not null, ids bytea not null, bits bytea not null,
    primary key (repository_id, model, hash),
    foreign key (repository_id, model, hash) references memdir.vector on delete cascade
  );
  create table memdir.likeness (
    repository_id int not null, "row" int not null, key text not null, primary key (repository_id, key, "row"),
    foreign key (repository_id, "row") references memdir.document on delete cascade
  );
  create index likeness_row on memdir.likeness (repository_id, "row");
  create table memdir.used_store (
    repository_id int not null references memdir.repository on delete cascade,
    key text not null, seen_ms double precision not null, primary key (repository_id, key)
  );
  -- Each member sees only their own rows: what a member reads is private.
  create table memdir.access (
    role name not null default session_user, id text not null, count int not null default 1, primary key (role, id)
  );
  ${INDEXED_DIMENSIONS.map(
    (n) =>
      `create index vector_${n} on memdir.vector using hnsw ((value::halfvec(${n})) halfvec_cosine_ops) where indexed = ${n};`,
  ).join('\n  ')}`;

const policies = `
  ${[...TABLES, 'vocabulary', 'access'].map(secured).join('')}
  ${TABLES.map(
    (table) => `
  create policy seen on memdir.${table} for select using (${visible('repository_id')});
  create policy added on memdir.${table} for insert with check (repository_id = ${WRITABLE});
  create policy changed on memdir.${table} for update using (repository_id = ${WRITABLE}) with check (repository_id = ${WRITABLE});
  create policy removed on memdir.${table} for delete using (repository_id = ${WRITABLE});
  grant ${table === 'vector' ? 'select (repository_id, model, hash, dimensions, value)' : 'select'}, insert, update, delete on memdir.${table} to memdir_member;`,
  ).join('')}
  create policy seen on memdir.vocabulary for select using (${visible('repository_id')});
  create policy counted on memdir.vocabulary to memdir_search using (true) with check (true);
  grant select, insert, update, delete on memdir.vocabulary to memdir_search;
  grant select on memdir.vocabulary to memdir_member;
  create policy own on memdir.access using (role = session_user) with check (role = session_user);
  grant select, insert, update, delete on memdir.access to memdir_member;
  -- The functions below see all rows, and name the repositories themselves.
  ${['content', 'document', 'chunk', 'vector']
    .map(
      (table) => `
  create policy searched on memdir.${table} for select to memdir_search using (true);
  grant select on memdir.${table} to memdir_search;`,
    )
    .join('')}
  grant select on memdir.access to memdir_search;`;

/** Counts terms as their documents come and go, whichever member changes those. Terms in one order, so that two clients do not wait for each other. */
const counting = `
  create function memdir.count_terms() returns trigger language plpgsql security definer
    set search_path = pg_catalog, pg_temp as $$
  declare step int := case tg_op when 'INSERT' then 1 else -1 end;
  begin
    insert into memdir.vocabulary as known (repository_id, term, documents)
    select changed.repository_id, term, step * count(*) from changed, jsonb_object_keys(changed.frequency) term
    group by 1, 2 order by 1, 2
    on conflict (repository_id, term) do update set documents = known.documents + excluded.documents;
    if step < 0 then
      delete from memdir.vocabulary gone using (
        select distinct changed.repository_id, term from changed, jsonb_object_keys(changed.frequency) term) counted
      where gone.repository_id = counted.repository_id and gone.term = counted.term and gone.documents <= 0;
    end if;
    return null;
  end $$;`;

/**
 * Row-level security keeps an operator that is not known to reveal nothing, as that of full text, from using an index. These functions run as
 * memdir_search, which it does not concern, and take the readable repositories as a condition of their own. Each answers with JSON, which is read faster
 * than rows. \`bases\` gives each repository's rows numbers of their own. Types and operators of pgvector are named with their schema, in which
 * members may be able to create others.
 */
const functions = `
  create function memdir.searched(repositories int[]) returns int[] language sql stable
    set search_path = pg_catalog, pg_temp
    as $$ select array(select unnest(repositories) intersect select unnest(memdir.readable())) $$;

  create function memdir.occurrences(repositories int[], bases int[], terms text[], queries text[])
    returns table (term text, found json) language sql stable security definer rows 10
    set search_path = pg_catalog, pg_temp
  as $$
    select asked.term, json_agg(json_build_array(base + content."row", (content.frequency ->> asked.term)::int) order by base + content."row")
    from unnest(terms, queries) as asked (term, query)
    cross join lateral (
      select repository_id, "row", frequency from memdir.content
      where lexemes @@ asked.query::tsquery and repository_id = any((select memdir.searched(repositories))::int[]) offset 0) content
    join unnest(repositories, bases) as place (repository_id, base) using (repository_id)
    group by asked.term
  $$;

  -- Positions are not in the index: what has all terms is compared with the phrase itself.
  create function memdir.phrases(repositories int[], bases int[], phrases text[], queries text[])
    returns table (phrase text, found json) language sql stable security definer rows 10
    set search_path = pg_catalog, pg_temp
  as $$
    select asked.phrase, json_agg(base + content."row" order by base + content."row")
    from unnest(phrases, queries) as asked (phrase, query)
    cross join lateral (
      select repository_id, "row" from memdir.content
      where lexemes @@ asked.query::tsquery and repository_id = any((select memdir.searched(repositories))::int[])
        and (strpos(' ' || terms_name || ' ', ' ' || asked.phrase || ' ') > 0 or strpos(' ' || terms_description || ' ', ' ' || asked.phrase || ' ') > 0
          or strpos(' ' || terms_body || ' ', ' ' || asked.phrase || ' ') > 0 or strpos(' ' || terms_path || ' ', ' ' || asked.phrase || ' ') > 0)
      offset 0) content
    join unnest(repositories, bases) as place (repository_id, base) using (repository_id)
    group by asked.phrase
  $$;

  create function memdir.nearest(repositories int[], model_name text, question text, most int, condition jsonb)
    returns table (repository_id int, "row" int) language plpgsql stable security definer rows 100
    set search_path = pg_catalog, pg_temp set hnsw.iterative_scan = 'relaxed_order' set hnsw.ef_search = 100
  as $$
  begin
    -- An index is one of vectors with as many dimensions.
    return query execute format($sql$
      select chunk.repository_id, chunk."row" from memdir.vector
      join memdir.chunk on chunk.repository_id = vector.repository_id and chunk.hash = vector.hash
      join memdir.document on document.repository_id = chunk.repository_id and document."row" = chunk."row"
      where vector.repository_id = any($1) and vector.model = $2 and vector.indexed = %1$s and memdir.passes(document, $5)
      order by vector.value::@vector@.halfvec(%1$s) operator(@vector@.<=>) $3::@vector@.halfvec(%1$s) limit $4$sql$, @vector@.vector_dims(question::@vector@.vector))
    using memdir.searched(repositories), model_name, question, most, condition;
  end $$;

  -- Full text and vectors of one question in one statement. \`words\`: where each term occurs. \`hits\`: the best documents of a model, and those of \`also\`,
  -- with the cosine and line of the best chunk of each, the number of chunks, and what tells their order. Few vectors are all compared; of many, those that
  -- the index finds. Mean and deviation: what the question's cosine with any text is like, of all vectors in use while they are few, else of a sample, which
  -- hashes choose by chance. Vectors are compared before anything is joined to them: their rows are large.
  create function memdir.fused(
    repositories int[], bases int[], terms text[], queries text[], model_name text, question text, most int, also int[], condition jsonb, stores jsonb,
    overridden_by text, few int, sample int
  ) returns table (words json, hits json, mean double precision, deviation double precision) language plpgsql stable security definer rows 1
    set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
  as $$
  #variable_conflict use_column
  declare
    allowed int[] := memdir.searched(repositories);
    many boolean := few < (select count(*) from (
      select from memdir.vector where vector.repository_id = any(allowed) and vector.model = model_name limit few + 1) counted);
    asked @vector@.vector := question::@vector@.vector;
  begin
    return query
    with base as (select * from unnest(repositories, bases) as base (repository_id, number)),
    wanted as (
      select base.repository_id, one.number - base.number as "row" from unnest(also) as one (number)
      join lateral (select * from base where base.number <= one.number order by base.number desc limit 1) base on true),
    candidate as materialized (
      select found.repository_id, found."row" from memdir.nearest(repositories, model_name, question, 4 * most, condition) found where many and most > 0
      union select * from wanted where many and wanted.repository_id = any(allowed)),
    compared as materialized (
      select vector.repository_id, vector.hash, 1 - (vector.value operator(@vector@.<=>) asked) as cosine from memdir.vector
      where vector.repository_id = any(allowed) and vector.model = model_name and vector.value is not null
        and (not many or (vector.repository_id, vector.hash) in (
          select chunk.repository_id, chunk.hash from candidate join memdir.chunk using (repository_id, "row")))
        and (overridden_by is null or not exists (
          select from memdir.vector other where other.repository_id = vector.repository_id and other.model = overridden_by
            and other.hash = vector.hash and other.value is not null))),
    filtered as materialized (
      select document.repository_id, document."row", memdir.passes(document, condition) as passes, stores is null or stores ? document.store as counts
      from memdir.document where document.repository_id = any(allowed)
        and (not many or (document.repository_id, document."row") in (select candidate.repository_id, candidate."row" from candidate))),
    scored as materialized (
      select chunk.repository_id, chunk."row", chunk.ordinal, chunk.line, chunk.hash, compared.cosine, filtered.passes, filtered.counts
      from compared join memdir.chunk using (repository_id, hash) join filtered using (repository_id, "row") where chunk.repository_id = any(allowed)),
    sampled as (
      select min(scored.cosine) as cosine from scored where not many and scored.counts group by scored.hash
      union all (
        select min(1 - (vector.value operator(@vector@.<=>) asked)) from memdir.vector
        where many and vector.repository_id = any(allowed) and vector.model = model_name and vector.value is not null
          and (overridden_by is null or not exists (
            select from memdir.vector other where other.repository_id = vector.repository_id and other.model = overridden_by
              and other.hash = vector.hash and other.value is not null))
          and exists (
            select from memdir.chunk join memdir.document using (repository_id, "row")
            where chunk.repository_id = vector.repository_id and chunk.hash = vector.hash and (stores is null or stores ? document.store))
        group by vector.hash order by vector.hash limit sample)),
    -- The best chunk is the largest: its cosine, then the first one; its line comes along.
    summed as materialized (
      select scored.repository_id, scored."row", max(array[scored.cosine, -scored.ordinal, scored.line]) as chunk, count(*) as chunks
      from scored where scored.passes group by scored.repository_id, scored."row"),
    placed as materialized (select summed.*, base.number + summed."row" as place from summed join base using (repository_id)),
    best as (
      (select * from placed order by placed.chunk[1] desc, placed.place limit most) union select * from placed where placed.place = any(also)),
    shown as (
      select json_agg(json_build_array(
        best.place, best.chunk[1], best.chunk[3]::int, best.chunks, document.id, document.type, document.level, document.date_ms, coalesce(access.count, 0))
        order by best.chunk[1] desc, best.place) as found
      from best join memdir.document using (repository_id, "row") left join memdir.access on access.role = session_user and access.id = document.id)
    select case when cardinality(terms) > 0 then (
        select json_agg(occurrence) from memdir.occurrences(repositories, bases, terms, queries) occurrence) end,
      shown.found, coalesce(spread.mean, 0), coalesce(spread.deviation, 0)
    from shown, (select avg(sampled.cosine) as mean, stddev_pop(sampled.cosine) as deviation from sampled) spread;
  end $$;`;

const SEARCHING = ['searched', 'occurrences', 'phrases', 'nearest', 'fused'].map((name) => `memdir.${name}`).join(', ');

/** Before the server looks by itself, which takes a minute, it plans for empty tables. */
const analysis = `
  create function memdir.analyze_index() returns void language plpgsql security definer
    set search_path = pg_catalog, pg_temp as $$
  begin
    analyze memdir.document, memdir.content, memdir.chunk, memdir.vector, memdir.token, memdir.vocabulary, memdir.likeness;
  end $$;`;

/** What plans need to know. Of everything else the server keeps no statistics: the estimates of a plan would tell what is in rows that may not be read. */
const ESTIMATED = ['repository_id', 'row', 'ordinal', 'model', 'dimensions', 'indexed', 'deleted_ms'];

const statistics = `
  do $$ declare place record; begin
    for place in select relation.oid::regclass as name, attname from pg_attribute join pg_class relation on relation.oid = attrelid
      where relnamespace = 'memdir'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and relname <> 'migration'
        and (attname <> all('{${ESTIMATED.join()}}') or relname = 'team_file')
    loop
      execute format('alter table %s alter column %I set statistics 0', place.name, place.attname);
    end loop;
  end $$;
  alter index memdir.repository_name alter column 1 set statistics 0;
  alter index memdir.content_name alter column 2 set statistics 0;
  alter index memdir.content_description alter column 2 set statistics 0;`;

const helpers = `
  create function memdir.lexemes_of(frequency jsonb) returns tsvector language sql immutable
    set search_path = pg_catalog, pg_temp
    as $$ select array_to_tsvector(array(select jsonb_object_keys(frequency))) $$;`;

/** Runs as who calls it, and knows the type of vectors. */
const putting = `
  create function memdir.put_vectors(model_name text, given json, hashes text[], size int) returns void language sql
    set search_path = pg_catalog, @vector@, pg_temp as $$
    insert into memdir.vector (repository_id, model, hash, dimensions, value)
    select own.repository_id, model_name, own.hash, size, one.value::vector
    from (select distinct repository_id, hash from memdir.chunk where repository_id = any(memdir.writable()) and hash = any(hashes)) own
    join (select distinct on (hash) hash, value from json_to_recordset(given) as one (hash text, value text)) one using (hash)
    on conflict (repository_id, model, hash) do update set value = excluded.value, dimensions = excluded.dimensions
    where excluded.value is not null
  $$;`;

/**
 * A filter of a search; keys that are absent let everything through. The planner takes a function without a query in it apart, and leaves out what a filter
 * does not ask for; a call for each row would take longer than the search.
 */
const filter = `
  create function memdir.has_phrases(document memdir.document, phrases jsonb) returns boolean language sql stable as $$
    select not exists (
      select from jsonb_array_elements_text(phrases) phrase where not exists (
        select from memdir.content where content.repository_id = document.repository_id and content."row" = document."row"
          and (strpos(' ' || terms_name || ' ', phrase) > 0 or strpos(' ' || terms_description || ' ', phrase) > 0
            or strpos(' ' || terms_body || ' ', phrase) > 0 or strpos(' ' || terms_path || ' ', phrase) > 0)))
  $$;
  create function memdir.passes(document memdir.document, condition jsonb) returns boolean language sql stable as $$
    select (condition ? 'deleted' or document.deleted_ms is null)
      and (not condition ? 'stores' or condition -> 'stores' ? document.store)
      and (not condition ? 'type' or document.type = condition ->> 'type')
      and (not condition ? 'level' or document.level = condition ->> 'level')
      and (not condition ? 'repo' or document.folded -> 'repos' ? (condition ->> 'repo'))
      and (not condition ? 'tag' or document.folded -> 'tags' ? (condition ->> 'tag'))
      and (not condition ? 'agent' or document.folded ->> 'agent' = condition ->> 'agent')
      and (not condition ? 'reader' or document.agent_id is null or document.folded ->> 'agent' = condition ->> 'reader')
      and (not condition ? 'prefix' or starts_with(document.folded ->> 'path', condition ->> 'prefix'))
      and (not condition ? 'before' or document.date_ms < (condition ->> 'before')::double precision)
      and (not condition ? 'after' or document.date_ms >= (condition ->> 'after')::double precision)
      and (not condition ? 'phrases' or memdir.has_phrases(document, condition -> 'phrases'))
  $$;`;

/** `@vector@` is replaced by the schema of pgvector. Roles change so that each object has its owner; see migrations. */
export const INDEX_SCHEMA = `
  set local search_path = pg_catalog, @vector@;
  set local role memdir_owner;
  ${helpers}${tables}${filter}${putting}${analysis}${policies}${statistics}
  revoke execute on all functions in schema memdir from public;
  grant execute on function memdir.lexemes_of, memdir.has_phrases, memdir.passes, memdir.put_vectors, memdir.analyze_index
    to memdir_member, memdir_search;
  reset role;
  -- Its settings are known once pgvector is in use.
  select '[1]'::vector;
  grant create on schema memdir to memdir_search;
  set local role memdir_search;
  ${counting}${functions}
  revoke execute on function memdir.count_terms, ${SEARCHING} from public;
  grant execute on function ${SEARCHING} to memdir_member;
  -- Not to members: on a table of their own it would count what is in no repository of theirs.
  grant execute on function memdir.count_terms to memdir_owner;
  reset role;
  set local role memdir_owner;
  create trigger count_added after insert on memdir.content referencing new table as changed
    for each statement execute function memdir.count_terms();
  create trigger count_removed after delete on memdir.content referencing old table as changed
    for each statement execute function memdir.count_terms();
  reset role;
  revoke create on schema memdir from memdir_search;
  set local search_path = default;
`;
