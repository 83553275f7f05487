import type { OwnProfile } from "@timbre/contract/profiles.ts";
import { Switch } from "@timbre/ui/primitives/switch.tsx";
import { useId } from "react";
import { showError } from "../../../lib/toaster.ts";
import { useProfileChange } from "../profiles.queries.ts";

/** What others can see. Both are off until somebody turns them on. */
export function PageSwitches({ profile }: { profile: OwnProfile }) {
	const change = useProfileChange();
	// A switch moves at once; should the server refuse, it moves back and says why.
	const wanted = change.isPending ? { ...profile, ...change.variables } : profile;
	const set = (body: { public?: boolean; list_shared?: boolean }) =>
		change.mutate(body, { onError: (error) => showError("Not changed", error) });
	const count = profile.shared_count;
	return (
		<div className="flex flex-col divide-y divide-line">
			<Choice
				title="Show my page to everybody"
				text={
					profile.handle === null
						? "Choose an address first."
						: "Your name and the month you joined. Nothing else unless you choose it below."
				}
				checked={wanted.public}
				disabled={profile.handle === null}
				onChange={(on) => set({ public: on })}
			/>
			<Choice
				title="List what I have shared by link"
				text={`${count === 0 ? "You have shared nothing so far." : `${count} ${count === 1 ? "item" : "items"} so far.`} While this is off, what you share is found only by people with its link. While it is on, everything you share, now and later, stands on your page with its text and sound.`}
				checked={wanted.list_shared}
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
