import type { OwnProfile } from "@timbre/contract/profiles/endpoints.ts";
import { Switch } from "@timbre/ui/primitives/forms/switch.tsx";
import { useId } from "react";
import { showError } from "../../../lib/page/toaster.ts";
import { useUpdateProfile } from "../profiles.queries.ts";

/** What others can see. Both are off by default. */
export function PageSwitches({ profile }: { profile: OwnProfile }) {
	const change = useUpdateProfile();
	// Optimistic: reverts and shows the error if the request fails.
	const shown = change.isPending ? { ...profile, ...change.variables } : profile;
	const set = (body: { public?: boolean; list_shared?: boolean }) =>
		change.mutate(body, { onError: (error) => showError("Couldn't update your profile", error) });
	const count = profile.shared_count;
	return (
		<div className="flex flex-col divide-y divide-line">
			<Choice
				title="Make my profile public"
				text={
					profile.handle === null
						? "Choose a profile URL first."
						: "Shows your name and the month you joined, and nothing else unless you turn it on below."
				}
				checked={shown.public}
				disabled={profile.handle === null}
				onChange={(on) => set({ public: on })}
			/>
			<Choice
				title="List shared generations"
				text={`${count === 0 ? "You haven't shared anything yet." : `${count} ${count === 1 ? "item" : "items"} shared.`} When off, shared generations are only visible to people with the link. When on, everything you share, now and later, appears on your profile with its text and audio.`}
				checked={shown.list_shared}
				onChange={(on) => set({ list_shared: on })}
			/>
		</div>
	);
}

type ChoiceProps = {
	title: string;
	text: string;
	checked: boolean;
	disabled?: boolean;
	onChange: (checked: boolean) => void;
};

function Choice({ title, text, checked, disabled, onChange }: ChoiceProps) {
	const id = useId();
	return (
		<div className="flex items-start justify-between gap-6 py-4 first:pt-0 last:pb-0">
			<div className="min-w-0">
				<label htmlFor={id} className="font-medium">
					{title}
				</label>
				<p id={`${id}-text`} className="mt-0.5 max-w-prose text-[13px] text-muted">
					{text}
				</p>
			</div>
			<Switch
				id={id}
				aria-describedby={`${id}-text`}
				className="mt-0.5"
				checked={checked}
				disabled={disabled}
				onCheckedChange={onChange}
			/>
		</div>
	);
}
