import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import type { historyEndpoints } from "@timbre/contract/history/endpoints.ts";
import { historyPaths } from "@timbre/contract/history/paths.ts";
import { usePlayer, usePlayerKeys, usePlayerTime } from "@timbre/ui/audio/player/use-player.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { Waveform } from "@timbre/ui/audio/waveform.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { ErrorState } from "@timbre/ui/primitives/feedback/error-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { voiceColors } from "@timbre/ui/voice-colors.ts";
import { Link2Off, Pause, Play } from "lucide-react";
import { useEffect, useMemo } from "react";
import { Link, useParams } from "react-router";
import { call, endpointPath } from "../../lib/api/api.ts";
import { isApiError, messageOf } from "../../lib/api/api-error.ts";
import { player } from "../../lib/audio/player.ts";
import { ago } from "../../lib/text/format.ts";
import { Logo } from "../../shell/page/logo.tsx";

export const meta = () => [
	{ title: "Shared audio - Timbre" },
	{ name: "description", content: "Listen to speech generated with Timbre and read the text." },
	{ name: "robots", content: "noindex" },
	{ property: "og:title", content: "Listen to this" },
	{ property: "og:description", content: "Speech generated with Timbre, the open voice platform." },
];

type Shared = ResponseOf<typeof historyEndpoints.getShared>;

const sharedQuery = (shareId: string) =>
	queryOptions({
		queryKey: ["share", shareId],
		queryFn: ({ signal }) => call(historyPaths.getShared, { params: { share_id: shareId }, signal }),
	});

export default function SharePage() {
	const { shareId = "" } = useParams();
	const { data, ...query } = useQuery(sharedQuery(shareId));
	const notFound =
		query.isError && isApiError(query.error) && (query.error.status === 404 || query.error.status === 422);
	usePlayerKeys(player);
	// This page has no player bar, so stop playback when leaving it.
	useEffect(() => () => player.clear(), []);
	return (
		<div className="flex min-h-dvh flex-col">
			<header className="flex h-16 items-center justify-between px-5 md:px-10">
				<Link to="/" aria-label="Timbre, home">
					<Logo />
				</Link>
				<Button asChild size="small">
					<Link to="/app/sign-up">Create your own</Link>
				</Button>
			</header>
			<main className="mx-auto flex w-full max-w-2xl flex-1 flex-col justify-center px-5 py-10">
				{query.isPending ? <Loading /> : null}
				{notFound ? (
					<>
						<h1 className="sr-only">Shared audio</h1>
						<EmptyState icon={<Link2Off aria-hidden="true" />} title="This link doesn't work">
							It may be mistyped, or the owner deleted the audio.
						</EmptyState>
					</>
				) : null}
				{query.isError && !notFound ? (
					<>
						<h1 className="sr-only">Shared audio</h1>
						<ErrorState
							title="Couldn't load the audio"
							message={messageOf(query.error)}
							busy={query.isFetching}
							onRetry={() => void query.refetch()}
						/>
					</>
				) : null}
				{data ? <SharedSpeech shared={data} shareId={shareId} /> : null}
			</main>
			<footer className="px-5 pb-8 text-center text-[13px] text-muted">
				AI-generated speech, made with{" "}
				<Link to="/" className="text-ink underline underline-offset-2">
					Timbre
				</Link>
				, the open voice platform.
			</footer>
		</div>
	);
}

function SharedSpeech({ shared, shareId }: { shared: Shared; shareId: string }) {
	const state = usePlayer(player);
	const loaded = state.item?.id === shareId;
	const playing = loaded && (state.status === "playing" || state.status === "loading");
	const toggle = () => (loaded ? player.toggle() : start(shared, shareId, 0));
	return (
		<article>
			<div className="flex items-center gap-5">
				<VoiceOrb voiceId={shared.voice_id} size={72} playing={playing} />
				<div className="min-w-0">
					<h1 className="text-balance break-words font-serif text-4xl leading-tight">{shared.voice_name}</h1>
					<p className="mt-1 text-muted">
						Shared by <span className="text-ink">{shared.public_user_name}</span>, {ago(shared.date_unix)}
					</p>
				</div>
			</div>
			<div className="mt-8 flex items-center gap-4 rounded-card border border-line bg-raised px-4 py-4">
				<IconButton label={playing ? "Pause" : "Play"} variant="primary" size="large" round onClick={toggle}>
					{playing ? (
						<Pause aria-hidden="true" fill="currentColor" strokeWidth={0} />
					) : (
						<Play aria-hidden="true" fill="currentColor" strokeWidth={0} className="translate-x-px" />
					)}
				</IconButton>
				<Wave shared={shared} shareId={shareId} loaded={loaded} />
			</div>
			{state.error && loaded ? (
				<p role="alert" className="mt-3 text-danger">
					{state.error}
				</p>
			) : null}
			<blockquote className="mt-8 whitespace-pre-wrap break-words text-lg leading-8">{shared.text}</blockquote>
		</article>
	);
}

function Wave({ shared, shareId, loaded }: { shared: Shared; shareId: string; loaded: boolean }) {
	const time = usePlayerTime(player);
	const position = loaded ? time : 0;
	const peaks = useMemo(() => shared.peaks?.map((peak) => peak / 255) ?? [], [shared.peaks]);
	const seek = (seconds: number) => (loaded ? player.seek(seconds) : start(shared, shareId, seconds));
	return (
		<div className="flex min-w-0 flex-1 items-center gap-3 text-[13px] text-muted tabular">
			<span>{formatTime(position)}</span>
			<Waveform
				peaks={peaks}
				position={position}
				duration={shared.duration_seconds}
				colors={voiceColors(shared.voice_id)}
				onSeek={seek}
				height={44}
			/>
			<span>{formatTime(shared.duration_seconds)}</span>
		</div>
	);
}

function start(shared: Shared, shareId: string, seconds: number) {
	void player.load(
		{
			id: shareId,
			type: "speechHistoryItem",
			peaks: shared.peaks?.map((peak) => peak / 255) ?? [],
			extra: { text: shared.text },
			player: {
				title: shared.title,
				description: `${shared.voice_name}, shared by ${shared.public_user_name}`,
				duration: shared.duration_seconds * 1000,
			},
		},
		{ url: endpointPath(historyPaths.getSharedAudio.path, { share_id: shareId }) },
	);
	if (seconds > 0) player.seek(seconds);
}

function Loading() {
	return (
		<div aria-busy="true">
			<h1 className="sr-only">Shared audio</h1>
			<p className="sr-only">Loading audio</p>
			<div className="flex items-center gap-5">
				<Skeleton className="size-[72px] rounded-full" />
				<div className="flex-1">
					<Skeleton className="h-9 w-40" />
					<Skeleton className="mt-2 h-4 w-56" />
				</div>
			</div>
			<Skeleton className="mt-8 h-20 rounded-card" />
			<Skeleton className="mt-8 h-24" />
		</div>
	);
}
