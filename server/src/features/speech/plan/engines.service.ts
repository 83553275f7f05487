import { AppError } from "@timbre/contract/errors.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import type { EngineInfo } from "@timbre/engines/speech/engine-info.ts";

const cacheTtlMs = 60_000;

export type GetEngineInfo = (engine: string) => Promise<EngineInfo>;

/**
 * Caches what running engines report about themselves: the exact version, which is part of every take's hash, and their capabilities.
 * Refreshed once a minute in the background, so only the first request waits.
 */
export function createEngineInfoCache(speech: Pick<SpeechClient, "health">): GetEngineInfo {
	let cache = new Map<string, EngineInfo>();
	let loadedAt = 0;
	let loading: Promise<void> | undefined;
	const load = async () => {
		const nodes = await speech.health();
		if (nodes.length > 0) cache = new Map(nodes.flatMap((node) => node.engines.map((engine) => [engine.id, engine])));
		loadedAt = Date.now();
	};
	const refresh = () => {
		loading ??= load().finally(() => {
			loading = undefined;
		});
		return loading;
	};
	return async (engine) => {
		if (!cache.has(engine)) await refresh();
		else if (Date.now() - loadedAt > cacheTtlMs) void refresh().catch(() => {});
		const info = cache.get(engine);
		if (info) return info;
		throw new AppError(
			"service_unavailable",
			"The speech engine isn't responding. It may still be starting; try again in a moment.",
			{
				retryAfterSeconds: 5,
			},
		);
	};
}
