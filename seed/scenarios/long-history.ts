import { createEncoder } from "@timbre/engines/media/encoder.ts";
import { historyItemColumns } from "@timbre/server/core/json-columns/history.ts";
import { createStorage } from "@timbre/server/core/storage/storage.ts";
import { createAuth } from "@timbre/server/features/auth/auth.service.ts";
import { ensureWorkspace } from "@timbre/server/features/workspace/workspace.public.ts";
import { aUser } from "../builders.ts";
import type { SeedContext } from "../context.ts";

const archiveLogin = { email: "archive@example.com", password: "timbre-archive" };

const rows = 10_000;
const chunk = 1_000;
const seconds = 2;
const sampleRate = 24_000;

/** A user with 10,000 generations, all with the same audio, to try a long history. */
export async function seedLongHistory({ db, config, log }: SeedContext): Promise<void> {
	if (config.NODE_ENV === "production")
		throw new Error("The archive account is not for production: its password is public.");
	const auth = createAuth(config, db, async (user) => {
		await ensureWorkspace(db, user, config.DEFAULT_PLAN);
	});
	const known = await db
		.selectFrom("auth_user")
		.select("id")
		.where("email", "=", archiveLogin.email)
		.executeTakeFirst();
	if (!known) {
		const { workspaceId, userId } = await aUser(db, auth, {
			name: "Archie Example",
			...archiveLogin,
			tier: "creator",
		});
		const audioKey = `history/${workspaceId}/archive.mp3`;
		const audio = await createTone();
		await createStorage(config).put(audioKey, audio, "audio/mpeg");
		const peaks = Buffer.from(
			Array.from({ length: 200 }, (_, at) => 40 + Math.round(180 * Math.abs(Math.sin(at / 9)))),
		);
		for (let first = 1; first <= rows; first += chunk) {
			await db
				.insertInto("history_item")
				.values(
					Array.from({ length: chunk }, (_, at) => ({
						id: `archive${first + at}`,
						workspace_id: workspaceId,
						user_id: userId,
						request_id: `r${first + at}`,
						source: (first + at) % 10 === 0 ? "Projects" : "TTS",
						voice_id: `voice${at % 5}`,
						voice_name: `Voice ${at % 5}`,
						voice_category: "premade",
						model_id: "test_tone",
						text: `Note number ${first + at} of a long year at sea.`,
						settings: historyItemColumns.settings.write({ speed: 1 }),
						output_format: "mp3_44100_128",
						content_type: "audio/mpeg",
						audio_key: audioKey,
						audio_bytes: audio.length,
						duration_seconds: seconds,
						peaks,
						characters_from: 0,
						characters_to: 40,
						created_at: new Date(Date.now() - (first + at) * 3_600_000),
					})),
				)
				.execute();
		}
	}
	log(`archive login: ${archiveLogin.email} / ${archiveLogin.password}`);
}

async function createTone(): Promise<Buffer> {
	const encoder = await createEncoder("mp3_44100_128", sampleRate);
	const pcm = Float32Array.from(
		{ length: seconds * sampleRate },
		(_, at) => 0.3 * Math.sin((at * 2 * Math.PI * 330) / sampleRate),
	);
	return Buffer.concat([encoder.push(pcm), encoder.flush()]);
}
