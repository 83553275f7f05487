import { queryOptions, useQuery } from "@tanstack/react-query";
import { workspacePaths } from "@timbre/contract/workspace/paths.ts";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { ChevronRight } from "lucide-react";
import { Link, Outlet, useLocation, useNavigate } from "react-router";
import { call } from "../../lib/api/api.ts";
import { appPages } from "../navigation/app-routes.ts";
import { settingsGroups } from "./settings-items.ts";

const permissionsQuery = queryOptions({
	queryKey: ["workspace", "access"],
	queryFn: ({ signal }) => call(workspacePaths.canAccessSettings, { signal }),
	staleTime: 60_000,
});

/** Aliases, mapped to the path used in the lists. */
const pathAliases: Readonly<Record<string, string>> = { "/app/settings/webhooks": "/app/workspace/webhooks" };

/** Navigation and breadcrumb for all pages under /app/settings and /app/workspace. */
export default function SettingsLayout() {
	const { data: permissions } = useQuery(permissionsQuery);
	const groups = settingsGroups(permissions);
	const address = useLocation().pathname.replace(/\/$/, "");
	const path = pathAliases[address] ?? address;
	return (
		<div className="lg:flex lg:items-start">
			<nav aria-label="Settings" className="sticky top-0 hidden w-56 shrink-0 flex-col gap-6 pt-10 pb-8 pl-8 lg:flex">
				{groups.map((group) => (
					<div key={group.title}>
						<p aria-hidden="true" className="px-2 pb-1.5 font-medium text-muted text-xs">
							{group.title}
						</p>
						<ul aria-label={group.title} className="flex flex-col gap-0.5">
							{group.items.map(({ to, label, icon: Icon }) => (
								<li key={to}>
									<Link
										to={to}
										aria-current={to === path ? "page" : undefined}
										prefetch="intent"
										className="flex min-h-8 items-center gap-2.5 rounded-control px-2 py-1 font-medium text-muted transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:text-ink"
									>
										<Icon aria-hidden="true" className="size-4 shrink-0" />
										{label}
									</Link>
								</li>
							))}
						</ul>
					</div>
				))}
			</nav>
			<div className="min-w-0 flex-1">
				<SettingsSelect groups={groups} path={path} />
				<Breadcrumb groups={groups} path={path} />
				{/* Align all pages to the left edge, whatever their width. */}
				<div className="lg:*:mx-0 lg:*:pt-2">
					<Outlet />
				</div>
			</div>
		</div>
	);
}

type SettingsNavigationProps = { groups: ReturnType<typeof settingsGroups>; path: string };

/** Replaces the side navigation on small screens. */
function SettingsSelect({ groups, path }: SettingsNavigationProps) {
	const navigate = useNavigate();
	const options = groups.flatMap((group) =>
		group.items.map(({ to, label }) => ({ value: to, label, detail: group.title })),
	);
	return (
		<div className="px-4 pt-4 md:px-8 md:pt-6 lg:hidden">
			<Select
				label="Settings page"
				value={options.some((option) => option.value === path) ? path : "/app/settings"}
				options={options}
				onChange={(to) => void navigate(to)}
				className="md:max-w-xs"
			/>
		</div>
	);
}

function Breadcrumb({ groups, path }: SettingsNavigationProps) {
	const group = groups.find(({ items }) => items.some((item) => item.to === path));
	const area = group?.title ?? (path.startsWith("/app/workspace") ? "Workspace" : "You");
	const label =
		group?.items.find((item) => item.to === path)?.label ?? appPages.find((page) => page.path === path)?.title;
	return (
		<nav aria-label="Breadcrumb" className="hidden px-8 pt-10 text-[13px] text-muted lg:block">
			<ol className="flex items-center gap-1">
				<li>
					<Link to="/app/settings" className="rounded-sm hover:text-ink">
						Settings
					</Link>
				</li>
				{[area, label].filter(Boolean).map((part, i, parts) => (
					<li key={part} className="flex items-center gap-1" aria-current={i === parts.length - 1 ? "page" : undefined}>
						<ChevronRight aria-hidden="true" className="size-3.5" />
						{part}
					</li>
				))}
			</ol>
		</nav>
	);
}
