import { Select } from "@timbre/ui/primitives/select.tsx";
import { counted } from "../../../lib/format.ts";
import { useWorkspaceChange } from "../workspace.queries.ts";
import { Part } from "./part.tsx";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const usual = [5 * minute, 15 * minute, 30 * minute, hour, 4 * hour, 8 * hour, day, 7 * day];
const never = "never";

/** "15 minutes", "4 hours", "7 days". */
function inWords(seconds: number): string {
	if (seconds % day === 0) return counted(seconds / day, "day");
	if (seconds % hour === 0) return counted(seconds / hour, "hour");
	if (seconds % minute === 0) return counted(seconds / minute, "minute");
	return counted(seconds, "second");
}

/** After how long without a key or a pointer a member is signed out; for admins. */
export function InactivityTimeout({ seconds }: { seconds: number | null }) {
	const change = useWorkspaceChange("Inactivity timeout saved");
	const wanted = change.isPending ? (change.variables.session_inactivity_timeout ?? null) : seconds;
	// One set by the API need not be a usual one.
	const choices = [...new Set([...usual, ...(seconds === null ? [] : [seconds])])].sort((a, b) => a - b);
	const options = [
		{ value: never, label: "Never" },
		...choices.map((choice) => ({ value: String(choice), label: `After ${inWords(choice)}` })),
	];
	return (
		<Part
			title="Inactivity timeout"
			text="Members who neither press a key nor move a pointer for so long are signed out of every tab. They are warned a minute before."
			action={
				<Select
					label="Sign members out"
					className="w-full sm:w-48"
					value={wanted === null ? never : String(wanted)}
					options={options}
					onChange={(value) => change.mutate({ session_inactivity_timeout: value === never ? null : Number(value) })}
				/>
			}
		/>
	);
}
