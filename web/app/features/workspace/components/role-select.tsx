import type { Role } from "@timbre/contract/permissions.ts";
import { seatTypeOf } from "@timbre/contract/workspace/rules.ts";
import type { Member } from "@timbre/contract/workspace/schemas.ts";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { confirm } from "../../../lib/forms/confirm.ts";
import { useUser } from "../../../shell/session/session.ts";
import { useUpdateMember } from "../workspace.queries.ts";

export const roleOptions = [
	{ value: "editor", label: "Editor", detail: "Can use the features enabled for members." },
	{ value: "admin", label: "Admin", detail: "Has full access and manages members and settings." },
];

export const roleLabel = (role: Role) => (role === "admin" ? "Admin" : "Editor");

/** Admins can change every role except the owner's. */
export function RoleSelect({ member, mayChange }: { member: Member; mayChange: boolean }) {
	const change = useUpdateMember("Role changed");
	const user = useUser();
	if (!mayChange || member.is_owner) return <span className="text-sm">{roleLabel(member.role)}</span>;
	const set = async (role: Role) => {
		if (role === member.role) return;
		const question = questionFor(member, role, user?.id);
		if (question && !(await confirm(question)).confirmed) return;
		change.mutate({ email: member.email, workspace_seat_type: seatTypeOf(role) });
	};
	return (
		<Select
			label={`Role of ${member.name || member.email}`}
			className="h-8 min-w-24 px-2.5"
			value={member.role}
			options={roleOptions}
			disabled={change.isPending}
			onChange={(role) => void set(role as Role)}
		/>
	);
}

/** What to confirm before a role changes; undefined if nothing. */
function questionFor(member: Member, role: Role, userId: string | undefined) {
	if (member.user_id === userId)
		return {
			title: "Give up your admin role?",
			description: "You become an editor. Only another admin can make you an admin again.",
			action: "Become an editor",
		};
	if (role !== "admin") return undefined;
	const name = member.name || member.email;
	return {
		title: `Make ${name} an admin?`,
		description: "Admins have full access: they can change roles and settings, and delete members' accounts.",
		action: "Make admin",
	};
}
