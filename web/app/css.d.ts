/** Style sheets are imported for their effect; Vite makes something of them. */
declare module "*.css";
