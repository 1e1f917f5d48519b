-- The free bicycles nearest to a point.
select id from bicycles where free order by place <-> :point limit :count;
