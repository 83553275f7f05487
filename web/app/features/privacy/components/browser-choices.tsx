import { isWrongRegion, privacyOptOutApplies } from "@timbre/contract/privacy.ts";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { useEffect, useState, useSyncExternalStore } from "react";
import { messageOf } from "../../../lib/api-error.ts";
import { browserPrivacy, privacyStore, timeZone } from "./browser-privacy.ts";
import { ChoiceRow } from "./choice-row.tsx";

/** What was decided in this browser, and the switches to decide otherwise. `onOptOut` tells the account, where there is one. */
export function BrowserChoices({
	optedOut,
	onOptOut,
}: {
	optedOut?: boolean;
	onOptOut?: (optOut: boolean) => Promise<void>;
}) {
	const state = useSyncExternalStore(privacyStore.subscribe, privacyStore.snapshot, privacyStore.serverSnapshot);
	const [trouble, setTrouble] = useState("");
	const [said, say] = useState("");
	useEffect(() => void browserPrivacy().begin(), []);
	const applies = privacyOptOutApplies({ ...state.place, gpc: state.gpc });
	const isOut = state.gpc || state.optedOut || (optedOut ?? false);
	const change = async (optOut: boolean) => {
		setTrouble("");
		try {
			await browserPrivacy().setOptOut(optOut);
			await onOptOut?.(optOut);
			say(optOut ? "You have opted out." : "You are no longer opted out.");
		} catch (error) {
			setTrouble(messageOf(error));
		}
	};
	return (
		<>
			<Card className="divide-y divide-line">
				{state.known && !state.analytics ? (
					<div className="px-4 py-4 sm:px-5">
						<p className="font-medium">Counting visits</p>
						<p className="mt-0.5 text-[13px] text-muted leading-5">
							This server counts no visits, so there is nothing to allow or forbid.
						</p>
					</div>
				) : (
					<ChoiceRow
						label="Count my visits"
						checked={!isOut && (state.consent === "granted" || state.consent === "not_applicable")}
						disabled={!state.known || isOut}
						onChange={(allowed) => {
							browserPrivacy().decide(allowed ? "granted" : "denied");
							say(allowed ? "Your visits may be counted." : "Your visits are not counted.");
						}}
					>
						Which pages are visited and which buttons pressed, without your name. It stays on this server.
					</ChoiceRow>
				)}
				<ChoiceRow
					label="Do not sell or share my data"
					checked={isOut}
					disabled={!state.known || state.gpc}
					onChange={(optOut) => void change(optOut)}
				>
					{state.gpc
						? "Your browser sends the Global Privacy Control signal, so this is on and stays on."
						: "Nothing is sold or shared here in any case. Your choice is kept for 360 days, so that it would hold if that ever changed."}
					{applies && !state.gpc ? " Where you are, the law gives you this right." : ""}
				</ChoiceRow>
			</Card>
			<p role="status" className="sr-only">
				{said}
			</p>
			{trouble ? (
				<p role="alert" className="mt-2 text-danger">
					Not saved. {trouble}
				</p>
			) : null}
			{state.known && state.place.country ? (
				<p className="mt-3 text-[13px] text-muted">
					You seem to be in {[state.place.city, state.place.region, state.place.country].filter(Boolean).join(", ")}.
					{isWrongRegion(state.place, timeZone())
						? " Your clock says something else, so the stricter of the two rules is used."
						: ""}
				</p>
			) : null}
		</>
	);
}
