// node tools/bench/history.ts [rows…]: measures listing and searching the history through the real api, with the given number of
// items in one workspace and the same number in others.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, createPool } from "@timbre/db/connect.ts";
import { migrate } from "@timbre/db/migrate.ts";
import { startApi } from "@timbre/server/api.ts";
import { createLog } from "@timbre/server/core/log.ts";
import { createAuth } from "@timbre/server/features/auth/auth.service.ts";
import { ensureWorkspace } from "@timbre/server/features/workspace/workspace.public.ts";
import type pg from "pg";
import { aUser } from "../../seed/builders.ts";
import { freePorts } from "../stack/ports.ts";
import { startPostgres } from "../stack/postgres.ts";
import { benchConfig } from "./config.ts";

const requests = 100;

/** Inserts texts of 20 to 60 words out of 2,000, so words are in some items and phrases in few. */
async function fill(pool: pg.Pool, workspaceId: string, userId: string, rows: number): Promise<void> {
	await pool.query(
		`insert into history_item (id, workspace_id, user_id, request_id, source, voice_id, voice_name, voice_category, model_id, text,
			settings, output_format, content_type, audio_key, audio_bytes, duration_seconds, peaks, characters_from, characters_to, created_at)
		select md5($1 || n), $1, $2, 'r', 'TTS', 'voice' || n % 20, 'Voice ' || n % 20, 'premade',
			'kokoro_82m_v1', (
				select string_agg('w' || substr(md5((floor(2000 * power(random(), 2)) + 0 * w + 0 * n)::text), 1, 7), ' ')
				from generate_series(1, 20 + n % 40) w
			), '{"speed":1}', 'mp3_44100_128', 'audio/mpeg', 'history/none', 160000, 12.5, decode(repeat('7f', 200), 'hex'), 0, 200,
			now() - make_interval(secs => n * 30)
		from generate_series(1, $3::int) n`,
		[workspaceId, userId, rows],
	);
}

const sizes = process.argv.slice(2).map(Number).filter(Boolean);
const folder = await mkdtemp(join(tmpdir(), "timbre-bench-history-"));
const { postgres: port } = await freePorts();
const postgres = await startPostgres({ dataDir: join(folder, "data"), port, fast: false, onLine: () => {} });
try {
	await migrate(postgres.url);
	const pool = createPool(postgres.url, { max: 4 });
	const db = connect(pool);
	const { web: apiPort } = await freePorts();
	const config = benchConfig(postgres.url, folder, apiPort);
	const api = await startApi(config, createLog(config, "api"));
	const auth = createAuth(config, db, async (user) => {
		await ensureWorkspace(db, user, config.DEFAULT_PLAN);
	});
	for (const rows of sizes.length > 0 ? sizes : [10_000, 100_000]) {
		const user = await aUser(db, auth);
		const others = await aUser(db, auth);
		// Building the index once is much faster than updating it row by row.
		await pool.query("drop index history_item_search");
		await fill(pool, user.workspaceId, user.userId, rows);
		await fill(pool, others.workspaceId, others.userId, rows);
		await pool.query("create index history_item_search on history_item using gin (search_text gin_trgm_ops)");
		await pool.query("vacuum analyze history_item");
		const { text } = await db
			.selectFrom("history_item")
			.select("text")
			.where("workspace_id", "=", user.workspaceId)
			.orderBy("created_at")
			.executeTakeFirstOrThrow();
		const words = text.split(" ");
		const deep = await db
			.selectFrom("history_item")
			.select("id")
			.where("workspace_id", "=", user.workspaceId)
			.orderBy("created_at")
			.limit(1)
			.offset(25)
			.executeTakeFirstOrThrow();
		const queries: Record<string, string> = {
			"first page": "page_size=20",
			"last page": `page_size=20&start_after_history_item_id=${deep.id}`,
			"a page of 100": "page_size=100",
			"one voice": "page_size=20&voice_id=voice7",
			"a word": `page_size=20&search=${words[3]}`,
			"a phrase, found once": `page_size=20&search=${encodeURIComponent(words.slice(2, 5).join(" "))}`,
			"nothing found": "page_size=20&search=no+such+words",
			"two letters": "page_size=20&search=zq",
			"a phrase of one voice": `page_size=20&voice_id=voice7&search=${encodeURIComponent(words.slice(0, 2).join(" "))}`,
			"oldest first": "page_size=20&sort_direction=asc",
		};
		for (const [name, query] of Object.entries(queries)) {
			const times: number[] = [];
			let found = 0;
			for (let request = 0; request < requests; request++) {
				const started = performance.now();
				const response = await fetch(`${config.PUBLIC_URL}/v1/history?${query}`, {
					headers: { "xi-api-key": user.apiKey },
				});
				found = ((await response.json()) as { history: unknown[] }).history.length;
				times.push(performance.now() - started);
			}
			times.sort((a, b) => a - b);
			const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1).padStart(7);
			console.log(
				`${String(rows).padStart(7)} rows  ${name.padEnd(24)} ${String(found).padStart(4)} found  p50 ${at(0.5)} ms  p95 ${at(0.95)} ms`,
			);
		}
	}
	await api.stop();
	await db.destroy();
} finally {
	await postgres.stop();
	await rm(folder, { recursive: true, force: true });
}
