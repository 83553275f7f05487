import { useQuery } from "@tanstack/react-query";
import { usePlayerKeys } from "@timbre/ui/audio/player/use-player.ts";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { ErrorState } from "@timbre/ui/primitives/feedback/error-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Link2Off } from "lucide-react";
import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { messageOf } from "../../../lib/api/api-error.ts";
import { player } from "../../../lib/audio/player.ts";
import { Logo } from "../../../shell/page/logo.tsx";
import { ReviewView } from "./components/review-view.tsx";
import { isLinkGone, linkQuery } from "./guest.queries.ts";

export const meta = () => [{ title: "Review - Timbre" }, { name: "robots", content: "noindex" }];
/** Guests came to listen to someone's unpublished work, so nothing on this page is counted. */
export const handle = { untracked: true };

/** What someone sees who was sent a review link. Needs no account. */
export default function ReviewPage() {
	const token = useToken();
	usePlayerKeys(player);
	// This page has no player bar, so stop playback when leaving it.
	useEffect(() => () => player.clear(), []);
	return (
		<div className="flex min-h-dvh flex-col">
			<header className="flex h-16 items-center px-5 md:px-10">
				<Link to="/" aria-label="Timbre, home">
					<Logo />
				</Link>
			</header>
			<main className="mx-auto w-full max-w-3xl flex-1 px-5 pt-4 pb-16">
				{token === undefined ? <Loading /> : token === "" ? <BrokenLink /> : <Review key={token} token={token} />}
			</main>
			<footer className="px-5 pb-8 text-center text-[13px] text-muted">
				AI-generated speech, made with Timbre, the open voice platform.
			</footer>
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

function Review({ token }: { token: string }) {
	const review = useQuery(linkQuery(token));
	const isGone = review.isError && isLinkGone(review.error);
	// A withdrawn link is also over for what is open.
	useEffect(() => {
		if (isGone) player.clear();
	}, [isGone]);
	if (isGone) return <BrokenLink />;
	if (review.data) return <ReviewView token={token} review={review.data} />;
	if (review.isPending) return <Loading />;
	return (
		<Titled>
			<ErrorState
				title="Couldn't load the review"
				message={messageOf(review.error)}
				busy={review.isFetching}
				onRetry={() => void review.refetch()}
			/>
		</Titled>
	);
}

const Titled = ({ children }: { children: ReactNode }) => (
	<>
		<h1 className="sr-only">Review</h1>
		{children}
	</>
);

function BrokenLink() {
	return (
		<Titled>
			<EmptyState icon={<Link2Off aria-hidden="true" />} title="This link doesn't work">
				It may be incomplete, expired or withdrawn. Ask the person who sent it for a new one.
			</EmptyState>
		</Titled>
	);
}

function Loading() {
	return (
		<Titled>
			<div aria-busy="true">
				<p className="sr-only">Loading the review</p>
				<Skeleton className="h-10 w-2/3" />
				<Skeleton className="mt-6 h-20 rounded-card" />
				<Skeleton className="mt-8 h-40" />
			</div>
		</Titled>
	);
}
