import { useQuery } from "@tanstack/react-query";
import type { ConsentRequest } from "@timbre/contract/voice-making/consent-links.ts";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { ErrorState } from "@timbre/ui/primitives/feedback/error-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Link2Off } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { isApiError, messageOf } from "../../../lib/api/api-error.ts";
import { player } from "../../../lib/audio/player.ts";
import { Logo } from "../../../shell/page/logo.tsx";
import { DecidedRequest } from "./components/decided-request.tsx";
import { OpenRequest } from "./components/open-request.tsx";
import { requestQuery } from "./consent.queries.ts";

export const meta = () => [{ title: "Consent to use your voice - Timbre" }, { name: "robots", content: "noindex" }];
/** Speakers came to decide about their voice, so nothing on this page is counted. */
export const handle = { untracked: true };

/** What a speaker sees who was sent a consent link. Needs no account. */
export default function ConsentPage() {
	const token = useToken();
	// This page has no player bar, so stop playback when leaving it.
	useEffect(() => () => player.clear(), []);
	return (
		<div className="flex min-h-dvh flex-col">
			<header className="flex h-16 items-center px-5 md:px-10">
				<Logo />
			</header>
			<main className="mx-auto w-full max-w-xl flex-1 px-5 pt-6 pb-16">
				<h1 className="text-balance font-serif text-4xl leading-tight">Consent to use your voice</h1>
				<div className="mt-6">
					{token === undefined ? <Loading /> : token === "" ? <BrokenLink /> : <Request key={token} token={token} />}
				</div>
			</main>
		</div>
	);
}

/** The token is in the fragment, which browsers don't send to servers. Undefined while the server renders the page. */
function useToken(): string | undefined {
	return useSyncExternalStore<string | undefined>(
		(changed) => {
			window.addEventListener("hashchange", changed);
			return () => window.removeEventListener("hashchange", changed);
		},
		() => window.location.hash.slice(1),
		() => undefined,
	);
}

function Request({ token }: { token: string }) {
	const request = useQuery(requestQuery(token));
	if (request.isPending) return <Loading />;
	if (request.isError) {
		const missing = isApiError(request.error) && (request.error.status === 404 || request.error.status === 422);
		if (missing) return <BrokenLink />;
		return (
			<ErrorState
				title="Couldn't load the request"
				message={messageOf(request.error)}
				busy={request.isFetching}
				onRetry={() => void request.refetch()}
			/>
		);
	}
	return (
		<>
			<Summary request={request.data} />
			{request.data.status === "waiting" ? (
				<OpenRequest token={token} request={request.data} onExpired={() => void request.refetch()} />
			) : (
				<DecidedRequest token={token} request={request.data} />
			)}
		</>
	);
}

/** Who asks, for which voice and what for. */
function Summary({ request }: { request: ConsentRequest }) {
	const { status, requested_by, workspace_name, voice_name, purpose } = request;
	return (
		<div className="mb-6 [overflow-wrap:anywhere]">
			<p>
				<span className="font-medium">{requested_by ?? "Someone"}</span> of{" "}
				<span className="font-medium">“{workspace_name}”</span> wants to use the voice{" "}
				<span className="font-medium">“{voice_name}”</span>, created from recordings of you.
				{status === "waiting" ? " Without your consent, it can't be used." : ""}
			</p>
			{purpose === "" ? null : (
				<dl className="mt-4">
					<dt className="text-[13px] text-muted">What the voice is for</dt>
					<dd className="mt-1 whitespace-pre-wrap">{purpose}</dd>
				</dl>
			)}
		</div>
	);
}

function BrokenLink() {
	return (
		<EmptyState icon={<Link2Off aria-hidden="true" />} title="This link doesn't work">
			It may be incomplete, expired or revoked. Ask the person who sent it for a new one.
		</EmptyState>
	);
}

function Loading() {
	return (
		<div aria-busy="true">
			<p className="sr-only">Loading the request</p>
			<Skeleton className="h-16" />
			<Skeleton className="mt-6 h-24" />
			<Skeleton className="mt-4 h-20" />
		</div>
	);
}
