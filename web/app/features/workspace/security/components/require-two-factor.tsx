import { Switch } from "@timbre/ui/primitives/forms/switch.tsx";
import { Link } from "react-router";
import { confirm } from "../../../../lib/forms/confirm.ts";
import { useHasTwoFactor } from "../../../../shell/session/session.ts";
import { SettingsSection } from "../../components/settings-section.tsx";
import { useUpdateWorkspace } from "../../workspace.queries.ts";

/** Whether members need two-factor authentication, for admins. */
export function RequireTwoFactor({ required }: { required: boolean }) {
	const change = useUpdateWorkspace("Two-factor requirement saved");
	const hasOwn = useHasTwoFactor();
	const set = async (next: boolean) => {
		const { confirmed } = next
			? await confirm({
					title: "Require two-factor authentication?",
					description:
						"Members who haven't turned it on can't use this workspace until they do, and neither can their API keys.",
					action: "Require two-factor",
				})
			: { confirmed: true };
		if (confirmed) change.mutate({ require_two_factor: next });
	};
	return (
		<SettingsSection
			title="Two-factor authentication"
			text={
				hasOwn || required ? (
					"Require it of all members. Service accounts are exempt."
				) : (
					<>
						To require it of all members,{" "}
						<Link to="/app/settings?dialog=add-2fa" className="underline underline-offset-4">
							turn it on for your own account
						</Link>{" "}
						first.
					</>
				)
			}
			action={
				<Switch
					aria-label="Require two-factor authentication"
					checked={change.isPending ? (change.variables.require_two_factor ?? required) : required}
					disabled={change.isPending || !(hasOwn || required)}
					onCheckedChange={(next) => void set(next)}
				/>
			}
		/>
	);
}
