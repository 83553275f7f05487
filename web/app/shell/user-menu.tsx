import { useQueryClient } from "@tanstack/react-query";
import { cn } from "@timbre/ui/cn.ts";
import { Avatar } from "@timbre/ui/primitives/avatar.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuLabel,
	DropdownMenuSeparator,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/dropdown-menu.tsx";
import { ChevronsUpDown, KeyRound, LogOut } from "lucide-react";
import { useNavigate } from "react-router";
import { messageOf } from "../lib/api-error.ts";
import { forgetDrafts } from "../lib/draft.ts";
import { player } from "../lib/player.ts";
import { toaster } from "../lib/toaster.ts";
import { type Session, signOut } from "./session.ts";

export function UserMenu({ user, collapsed = false }: { user: Session["user"]; collapsed?: boolean }) {
	const navigate = useNavigate();
	const queryClient = useQueryClient();
	const leave = () =>
		signOut().then(
			async () => {
				player.clear();
				forgetDrafts();
				// First away from the pages: they would ask again for what is being forgotten.
				await navigate("/app/sign-in");
				queryClient.clear();
			},
			(error: unknown) => toaster.show({ tone: "danger", title: "Not signed out", detail: messageOf(error) }),
		);
	return (
		<DropdownMenu>
			<DropdownMenuTrigger
				className={cn(
					"flex min-w-0 items-center gap-2.5 rounded-control p-1 text-left transition-colors hover:bg-hover",
					!collapsed && "flex-1",
				)}
			>
				<Avatar name={user.name} />
				<span className={cn(collapsed ? "sr-only" : "min-w-0 flex-1 truncate font-medium")}>
					{user.name}
					<span className="sr-only">, account menu</span>
				</span>
				{collapsed ? null : <ChevronsUpDown aria-hidden="true" className="size-3.5 text-muted" />}
			</DropdownMenuTrigger>
			<DropdownMenuContent align="start" side="top">
				<DropdownMenuLabel className="max-w-60 truncate">{user.email}</DropdownMenuLabel>
				<DropdownMenuItem onSelect={() => navigate("/app/settings/api-keys")}>
					<KeyRound aria-hidden="true" />
					API keys
				</DropdownMenuItem>
				<DropdownMenuSeparator />
				<DropdownMenuItem onSelect={() => void leave()}>
					<LogOut aria-hidden="true" />
					Sign out
				</DropdownMenuItem>
			</DropdownMenuContent>
		</DropdownMenu>
	);
}
