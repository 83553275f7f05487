import { queryOptions, useQuery } from "@tanstack/react-query";
import { workspaceEndpoints } from "@timbre/contract/workspace.ts";
import { Select } from "@timbre/ui/primitives/select.tsx";
import { ChevronRight } from "lucide-react";
import { Link, Outlet, useLocation, useNavigate } from "react-router";
import { call } from "../lib/api.ts";
import { appPages } from "./app-routes.ts";
import { settingsGroups } from "./settings-places.ts";

const rightsQuery = queryOptions({
	queryKey: ["workspace", "access"],
	queryFn: ({ signal }) => call(workspaceEndpoints.canAccessSettings, { signal }),
	staleTime: 60_000,
});

/** Pages with two addresses, under the one that the lists have. */
const otherAddresses: Readonly<Record<string, string>> = { "/app/settings/webhooks": "/app/workspace/webhooks" };

/** Stands around all pages under /app/settings and /app/workspace: where else one can go, and where one is. */
export default function SettingsLayout() {
	const { data: rights } = useQuery(rightsQuery);
	const groups = settingsGroups(rights);
	const address = useLocation().pathname.replace(/\/$/, "");
	const path = otherAddresses[address] ?? address;
	return (
		<div className="lg:flex lg:items-start">
			<nav aria-label="Settings" className="sticky top-0 hidden w-56 shrink-0 flex-col gap-6 pt-10 pb-8 pl-8 lg:flex">
				{groups.map((group) => (
					<div key={group.title}>
						<p aria-hidden="true" className="px-2 pb-1.5 font-medium text-muted text-xs">
							{group.title}
						</p>
						<ul aria-label={group.title} className="flex flex-col gap-0.5">
							{group.places.map(({ to, label, icon: Icon }) => (
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
				<PlaceSelect groups={groups} path={path} />
				<Breadcrumb groups={groups} path={path} />
				{/* All pages begin at one line, however wide each of them is. */}
				<div className="lg:*:mx-0 lg:*:pt-2">
					<Outlet />
				</div>
			</div>
		</div>
	);
}

type WhereProps = { groups: ReturnType<typeof settingsGroups>; path: string };

/** What the side list is where there is no room for one. */
function PlaceSelect({ groups, path }: WhereProps) {
	const navigate = useNavigate();
	const options = groups.flatMap((group) =>
		group.places.map(({ to, label }) => ({ value: to, label, detail: group.title })),
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

function Breadcrumb({ groups, path }: WhereProps) {
	const group = groups.find(({ places }) => places.some((place) => place.to === path));
	const area = group?.title ?? (path.startsWith("/app/workspace") ? "Workspace" : "You");
	const label =
		group?.places.find((place) => place.to === path)?.label ?? appPages.find((page) => page.path === path)?.title;
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
