import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { counted } from "../../../../lib/text/format.ts";
import { SettingsSection } from "../../components/settings-section.tsx";
import { useUpdateWorkspace } from "../../workspace.queries.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const presets = [5 * minute, 15 * minute, 30 * minute, hour, 4 * hour, 8 * hour, day, 7 * day];
const never = "never";

/** For example "15 minutes", "4 hours" or "7 days". */
function formatDuration(seconds: number): string {
	if (seconds % day === 0) return counted(seconds / day, "day");
	if (seconds % hour === 0) return counted(seconds / hour, "hour");
	if (seconds % minute === 0) return counted(seconds / minute, "minute");
	return counted(seconds, "second");
}

/** The inactivity timeout, for admins. */
export function InactivityTimeout({ seconds }: { seconds: number | null }) {
	const change = useUpdateWorkspace("Inactivity timeout saved");
	const current = change.isPending ? (change.variables.session_inactivity_timeout ?? null) : seconds;
	// A value set through the API may not be one of the presets.
	const choices = [...new Set([...presets, ...(seconds === null ? [] : [seconds])])].sort((a, b) => a - b);
	const options = [
		{ value: never, label: "Never" },
		...choices.map((choice) => ({ value: String(choice), label: `After ${formatDuration(choice)}` })),
	];
	return (
		<SettingsSection
			title="Inactivity timeout"
			text="Sign members out of all tabs after a period without activity. They see a warning one minute before."
			action={
				<Select
					label="Sign members out"
					className="w-full sm:w-48"
					value={current === null ? never : String(current)}
					options={options}
					onChange={(value) => change.mutate({ session_inactivity_timeout: value === never ? null : Number(value) })}
				/>
			}
		/>
	);
}
