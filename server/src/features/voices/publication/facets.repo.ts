import type { Db } from "@timbre/db/connect.ts";
import { type RawBuilder, sql } from "kysely";
import type { Global } from "../../../core/tenancy.ts";

/** Recounts all facets, which corrects drift of the incremental counts. */
export async function recountFacets(db: Db, _scope: Global): Promise<void> {
	await sql`delete from voice_library_facet`.execute(db);
	await sql`
		insert into voice_library_facet (kind, value, within, voices)
		select kind, value, within, count(*)::int
		from voice_publication, ${facetsOf(sql`voice_publication`)} where listed and value <> '' group by 1, 2, 3`.execute(
		db,
	);
}

/** Call when a voice is listed or unlisted, in the same transaction. */
export async function countFacets(db: Db, _scope: Global, publicationId: string, by: 1 | -1): Promise<void> {
	await sql`
		insert into voice_library_facet (kind, value, within, voices)
		select kind, value, within, ${by}::int from voice_publication, ${facetsOf(sql`voice_publication`)}
		where id = ${publicationId} and value <> ''
		on conflict (kind, value, within) do update set voices = voice_library_facet.voices + excluded.voices`.execute(db);
}

function facetsOf(row: RawBuilder<unknown>) {
	return sql`lateral (values
		('total', 'all', ''), ('language', ${row}.language, ''), ('accent', ${row}.accent, ${row}.language), ('gender', ${row}.gender, ''),
		('age', ${row}.age, ''), ('use_case', ${row}.use_case, ''), ('descriptive', ${row}.descriptive, ''), ('category', ${row}.category, '')
	) as facet (kind, value, within)`;
}
