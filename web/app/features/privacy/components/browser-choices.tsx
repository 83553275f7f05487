import { isWrongRegion, privacyOptOutApplies } from "@timbre/contract/privacy/rules.ts";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { useEffect, useState, useSyncExternalStore } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { browserPrivacy, privacyStore, timeZone } from "../model/browser-privacy.ts";
import { ChoiceRow } from "./choice-row.tsx";

/** Privacy choices of this browser. `onOptOut` also saves the choice in the user's account, if any. */
export function BrowserChoices({
	optedOut,
	onOptOut,
}: {
	optedOut?: boolean;
	onOptOut?: (optOut: boolean) => Promise<void>;
}) {
	const state = useSyncExternalStore(privacyStore.subscribe, privacyStore.snapshot, privacyStore.serverSnapshot);
	const [problem, setProblem] = useState("");
	const [announcement, announce] = useState("");
	useEffect(() => void browserPrivacy().begin(), []);
	const applies = privacyOptOutApplies({ ...state.place, gpc: state.gpc });
	const isOut = state.gpc || state.optedOut || (optedOut ?? false);
	const change = async (optOut: boolean) => {
		setProblem("");
		try {
			await browserPrivacy().setOptOut(optOut);
			await onOptOut?.(optOut);
			announce(optOut ? "You've opted out." : "You're no longer opted out.");
		} catch (error) {
			setProblem(messageOf(error));
		}
	};
	return (
		<>
			<Card className="divide-y divide-line">
				{state.known && !state.analytics ? (
					<div className="px-4 py-4 sm:px-5">
						<p className="font-medium">Analytics</p>
						<p className="mt-0.5 text-[13px] text-muted leading-5">
							This server doesn't collect analytics, so there is nothing to choose.
						</p>
					</div>
				) : (
					<ChoiceRow
						label="Allow analytics"
						checked={!isOut && (state.consent === "granted" || state.consent === "not_applicable")}
						disabled={!state.known || isOut}
						onChange={(allowed) => {
							browserPrivacy().decide(allowed ? "granted" : "denied");
							announce(allowed ? "Analytics allowed." : "Analytics turned off.");
						}}
					>
						Counts page visits and button clicks without your name. The data stays on this server.
					</ChoiceRow>
				)}
				<ChoiceRow
					label="Do not sell or share my data"
					checked={isOut}
					disabled={!state.known || state.gpc}
					onChange={(optOut) => void change(optOut)}
				>
					{state.gpc
						? "Your browser sends the Global Privacy Control signal, so this is always on."
						: "This server doesn't sell or share data. Your choice is stored for 360 days in case that ever changes."}
					{applies && !state.gpc ? " The law where you live gives you this right." : ""}
				</ChoiceRow>
			</Card>
			<p role="status" className="sr-only">
				{announcement}
			</p>
			{problem ? (
				<p role="alert" className="mt-2 text-danger">
					Couldn't save your choice. {problem}
				</p>
			) : null}
			{state.known && state.place.country ? (
				<p className="mt-3 text-[13px] text-muted">
					Your location appears to be{" "}
					{[state.place.city, state.place.region, state.place.country].filter(Boolean).join(", ")}.
					{isWrongRegion(state.place, timeZone())
						? " Your time zone suggests a different region, so the stricter rules apply."
						: ""}
				</p>
			) : null}
		</>
	);
}
