import { useQuery } from "@tanstack/react-query";
import type { GuestComparison } from "@timbre/contract/studio/review/guest-schemas.ts";
import { type Side, sides } from "@timbre/contract/studio/review/rules.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { FormError } from "@timbre/ui/primitives/forms/form-error.tsx";
import { Pause, Play } from "lucide-react";
import { useRef, useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { player } from "../../../../lib/audio/player.ts";
import { usePlaying } from "../../components/use-playing.ts";
import { comparisonsQuery, sideUrl, useVote } from "../guest.queries.ts";
import { sideItemId } from "../model/paragraphs.ts";
import type { GuestSession } from "./use-guest.ts";

type ComparisonsProps = { token: string; session: GuestSession };
type Access = { token: string; guestKey: string };

/** Blind comparisons of a link. The order is drawn for each guest, so a name comes first. */
export function Comparisons({ token, session }: ComparisonsProps) {
	const { guest } = session;
	if (!guest) return <p className="mt-2 text-muted">Enter your name above to listen and vote.</p>;
	return <List token={token} guestKey={guest.key} />;
}

function List(access: Access) {
	const { data, error } = useQuery(comparisonsQuery(access.token, access.guestKey));
	if (error && !data)
		return (
			<p role="alert" className="mt-6 text-danger">
				Couldn't load the comparisons. {messageOf(error)}
			</p>
		);
	if (!data)
		return (
			<div aria-busy="true" className="mt-6">
				<p className="sr-only">Loading comparisons</p>
				<Skeleton className="h-40 rounded-card" />
			</div>
		);
	return (
		<>
			<p className="mt-2 text-muted">
				Listen to A and B, then vote for the better one. Nobody sees your name with your vote.
			</p>
			<ol aria-label="Comparisons" className="mt-4 flex flex-col gap-4">
				{data.map((comparison, at) => (
					<Comparison key={comparison.comparison_id} comparison={comparison} number={at + 1} access={access} />
				))}
			</ol>
		</>
	);
}

type ComparisonProps = { comparison: GuestComparison; number: number; access: Access };

function Comparison({ comparison, number, access }: ComparisonProps) {
	const { comparison_id, kind, text, vote, is_open } = comparison;
	const [heard, setHeard] = useState<ReadonlySet<Side>>(new Set());
	const voting = useVote(access.token, access.guestKey);
	const status = useRef<HTMLParagraphElement>(null);
	const canVote = is_open && vote === null;
	const hasHeardBoth = sides.every((side) => heard.has(side));
	return (
		<li className="rounded-card border border-line bg-raised p-4">
			<h2 className="font-medium text-[15px]">
				Comparison {number}: {kind === "voices" ? "two voices" : "two takes"}
			</h2>
			<blockquote dir="auto" className="mt-2 break-words text-lg leading-7">
				{text}
			</blockquote>
			<fieldset className="mt-4 grid gap-3 sm:grid-cols-2">
				<legend className="sr-only">Listen to comparison {number} and vote</legend>
				{sides.map((side) => (
					<div key={side} className="flex flex-col gap-2">
						<SideButton
							comparison={comparison}
							side={side}
							access={access}
							onHeard={() => setHeard((before) => new Set([...before, side]))}
						/>
						{canVote ? (
							<Button
								busy={voting.isPending && voting.variables.side === side}
								disabled={!hasHeardBoth}
								onClick={() =>
									// The buttons are gone then, and with them the focus.
									voting.mutate({ comparisonId: comparison_id, side }, { onSuccess: () => status.current?.focus() })
								}
							>
								{side.toUpperCase()} is better
							</Button>
						) : null}
					</div>
				))}
			</fieldset>
			<p ref={status} role="status" tabIndex={-1} className="mt-3 rounded-control text-[13px] text-muted">
				{vote === null ? "" : `You voted for ${vote.toUpperCase()}. Thank you.`}
				{vote === null && !is_open ? "This comparison has ended." : ""}
				{canVote && !hasHeardBoth ? "Play both before you vote." : ""}
			</p>
			{voting.isError ? <FormError>{messageOf(voting.error)}</FormError> : null}
		</li>
	);
}

type SideButtonProps = { comparison: GuestComparison; side: Side; access: Access; onHeard: () => void };

function SideButton({ comparison, side, access, onHeard }: SideButtonProps) {
	const { comparison_id, text } = comparison;
	const itemId = sideItemId(comparison_id, side);
	const playing = usePlaying(itemId);
	const name = side.toUpperCase();
	const isPlaying = playing === "playing";
	const Icon = isPlaying ? Pause : Play;
	const toggle = () => {
		onHeard();
		if (playing !== "idle") return player.toggle();
		void player.load(
			{ id: itemId, type: "voicePreview", player: { title: text, description: name } },
			{ url: sideUrl(access.token, access.guestKey, comparison_id, side) },
		);
	};
	return (
		<Button size="large" aria-label={`${isPlaying ? "Pause" : "Play"} ${name}`} onClick={toggle}>
			<Icon aria-hidden="true" fill="currentColor" strokeWidth={0} />
			{name}
		</Button>
	);
}
