import { avatarUrl } from "@timbre/contract/auth/rules.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Avatar } from "@timbre/ui/primitives/avatar.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuLabel,
	DropdownMenuSeparator,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/overlays/dropdown-menu.tsx";
import { ChevronsUpDown, CircleUserRound, Keyboard, KeyRound, LogOut, Settings } from "lucide-react";
import { useNavigate } from "react-router";
import type { Session } from "../session/session.ts";
import { useSignOut } from "../session/sign-out.ts";

type UserMenuProps = { user: Session["user"]; collapsed?: boolean; onShortcuts: () => void };

const items = [
	{ to: "/app/settings", label: "Settings", icon: Settings },
	{ to: "/app/settings/api-keys", label: "API keys", icon: KeyRound },
	{ to: "/app/profiles", label: "Public profile", icon: CircleUserRound },
];

export function UserMenu({ user, collapsed = false, onShortcuts }: UserMenuProps) {
	const navigate = useNavigate();
	const leave = useSignOut();
	return (
		<DropdownMenu>
			<DropdownMenuTrigger
				className={cn(
					"flex min-w-0 items-center gap-2.5 rounded-control p-1 text-left transition-colors hover:bg-hover",
					!collapsed && "flex-1",
				)}
			>
				<Avatar name={user.name} picture={user.image ? avatarUrl(user.image) : null} />
				<span className={cn(collapsed ? "sr-only" : "min-w-0 flex-1 truncate font-medium")}>
					{user.name}
					<span className="sr-only">, account menu</span>
				</span>
				{collapsed ? null : <ChevronsUpDown aria-hidden="true" className="size-3.5 text-muted" />}
			</DropdownMenuTrigger>
			<DropdownMenuContent align="start" side="top">
				<DropdownMenuLabel className="max-w-60 truncate">{user.email}</DropdownMenuLabel>
				{items.map(({ to, label, icon: Icon }) => (
					<DropdownMenuItem key={to} onSelect={() => navigate(to)}>
						<Icon aria-hidden="true" />
						{label}
					</DropdownMenuItem>
				))}
				<DropdownMenuItem onSelect={onShortcuts}>
					<Keyboard aria-hidden="true" />
					Keyboard shortcuts
				</DropdownMenuItem>
				<DropdownMenuSeparator />
				<DropdownMenuItem onSelect={leave}>
					<LogOut aria-hidden="true" />
					Sign out
				</DropdownMenuItem>
			</DropdownMenuContent>
		</DropdownMenu>
	);
}
